// Generated from the API's document by npm run openapi. Do not edit.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the index of the service
         * @description Returns the paths of the descriptions of this API. A browser is sent to the reference page.
         */
        get: operations["getServiceIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/activity/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity of an agent
         * @description Lists intents and executions together, newest first. Returns an empty page for an unknown agent.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/events/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or stream the events of an agent
         * @description Returns the events after a position, oldest first. A client that continues at `next_after` misses none and gets each once. `wait` holds the response until there is an event.
         *
         *     With `Accept: text/event-stream`, the response is a stream of server-sent events, with `seq` as id, the type as event and the event as data. Every 15 seconds, `stream.head` states the `head_seq` of the log. A client reconnects with `Last-Event-ID`. A client that leaves 1 MiB unread is disconnected. The log of an unknown agent is empty.
         */
        get: operations["listAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the intents of an agent
         * @description Lists the intents of an agent, newest first. After a restart, `client_request_id` finds the intent of a lost response. Returns an empty page for an unknown agent.
         */
        get: operations["listIntents"];
        put?: never;
        /**
         * Preview an intent
         * @description Validates and stores an intent. Nothing is broadcast. `action` determines the required fields. Unknown fields and fields of other actions are ignored and named in `warnings`. With `Prefer: handling=strict` they are rejected.
         *
         *     `client_request_id` makes a repeat safe. The key is unique for each agent and `source_client`. The same key with the same request returns 200 and the current intent. The same key with a different request returns 409 with the `intent_id` and `Location` of the existing intent.
         *
         *     `validation_result.checks` contains the current result of every execution rule, with its distance to the limit. One rule simulates the action on the chain at a stated block. `would_execute` sums them up. A buy also contains a quote. A failed check does not reject the intent. The checks are stored with the intent.
         */
        post: operations["createIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents/{intent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an intent
         * @description Returns an intent with its status and the checks made at its creation.
         */
        get: operations["getIntent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents/{intent_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an intent
         * @description Cancels a preview, a confirmed intent, or a queued execution without an armed step. A repeat is safe. A body, if sent, must be JSON and is ignored.
         */
        post: operations["cancelIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents/{intent_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an intent
         * @description Confirms the intent and returns the execution plan. Execution makes exactly the calls of the plan. A repeat is safe. Confirming a failed intent allows another attempt. A body, if sent, must be JSON and is ignored.
         */
        post: operations["confirmIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents/{intent_id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a confirmed intent
         * @description Executes the intent at most once, regardless of the number of calls. Waits for the result as long as `Prefer` requests, 30 seconds by default. If the execution is not finished by then, the response is 202 and the execution continues.
         *
         *     A client that lost the response repeats the call. If the intent was executed, the response is 409 `agent_intent_not_confirmed` with the status of the intent and the path of the result in `Location`. A body, if sent, must be JSON and is ignored.
         */
        post: operations["executeIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/intents/{intent_id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the executions of an intent
         * @description Lists all attempts, newest first.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List market summaries
         * @description Lists the same markets with the fields that an agent needs to choose one.
         */
        get: operations["listMarketsForAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/onboarding/{onboarding_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an onboarding
         * @description Returns the onboarding with its status.
         */
        get: operations["getOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/onboarding/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a passcode to the owner
         * @description Sends a six-digit passcode to the mailbox. A new passcode for the same agent and mailbox invalidates the previous one. One agent and mailbox are limited to five passcodes an hour, one mailbox to ten. One client address and the whole service have limits too.
         *
         *     The first mailbox that is verified owns the agent. A request with another mailbox gets the same response, and no e-mail is sent. Once a mailbox is verified, only `wallet_update` can loosen the limits of the wallet or unfreeze it. The e-mail states the change, and verification applies exactly that change.
         */
        post: operations["startOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/onboarding/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the passcode
         * @description Creates a session for the agent and provides a wallet that can execute. An existing wallet keeps its address, actions, cap and status, except for the changes in `wallet_update`. The first verification replaces an address that the provider does not hold. Only a completed verification consumes the passcode.
         */
        post: operations["verifyOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/portfolio/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the portfolio of an agent
         * @description Returns the stakes of the agent’s wallet with their current value at the last indexed block.
         */
        get: operations["getPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/sessions/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the session of an agent
         * @description Returns the active session of the agent.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a wallet, or change its limits
         * @description Creates the wallet of an agent, at the provider unless `agent_wallet_address` is given. A repeated request updates the wallet. Omitted optional fields keep their value.
         *
         *     Once the owner has verified a mailbox, the request can only tighten the limits: fewer actions, a lower cap, or `disabled`.
         */
        post: operations["registerWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wallet of an agent
         * @description Returns the wallet with its limits. A separate operation returns its balances.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balances of a wallet
         * @description Returns the balances that the wallet provider reports, also for a disabled wallet.
         */
        get: operations["getWalletBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a wallet
         * @description Prevents the wallet from executing actions. A repeat is safe. A body, if sent, must be JSON and is ignored.
         */
        post: operations["disableWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request test tokens
         * @description Requests test tokens and gas for the wallet. Each agent and each address is limited to one request per cooldown. A body, if sent, must be JSON and is ignored.
         */
        post: operations["requestFaucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a wallet
         * @description Stops `create_market`, `buy_yes` and `buy_no` of the wallet at once. Previews, confirmed intents and queued executions of these actions are cancelled. A transaction that is armed or sent continues, and its execution reports the result. Closing, resolving, cancelling and claiming stay possible. A repeat is safe. A body, if sent, must be JSON and is ignored.
         */
        post: operations["freezeWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent/wallets/{agent_id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze a wallet
         * @description Unfreezes the wallet for the holder of an API key. Without API keys (`AUTH_MODE=off`) the response is 403: the owner starts an onboarding with `wallet_update` `{"frozen": false}`. Cancelled intents stay cancelled. A repeat is safe. A body, if sent, must be JSON and is ignored.
         */
        post: operations["unfreezeWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chain/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the addresses of the contracts
         * @description Returns the chain, the factory of all markets, and the token that they accept.
         */
        get: operations["getContractMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reference page
         * @description Returns the API reference as an HTML page.
         */
        get: operations["getReferencePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Returns 200 while the process is running. Does not query the database.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms-full.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the guides for language models
         * @description Returns the overview, the concepts, the agent’s guide and the table of errors as one text.
         */
        get: operations["getLlmsFullText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an overview for language models
         * @description Returns the purpose of the service, rules for agents, and a line for each operation.
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List markets
         * @description Lists markets in the order of `sort`, newest first by default.
         */
        get: operations["listMarkets"];
        put?: never;
        /**
         * Create a market record
         * @description Creates a record. Nothing is created on the chain. Texts are trimmed, and blank texts count as absent. Only the server sets `status`, `winning_outcome`, `resolved_at` and `settled_at`. A request that contains one of them is rejected, even if it is null.
         */
        post: operations["createMarket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a market
         * @description Returns one market with its contract and its resolution terms.
         */
        get: operations["getMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or stream the events of a market
         * @description Returns the events after a position, oldest first. A client that continues at `next_after` misses none and gets each once. `wait` holds the response until there is an event.
         *
         *     With `Accept: text/event-stream`, the response is a stream of server-sent events, with `seq` as id, the type as event and the event as data. Every 15 seconds, `stream.head` states the `head_seq` of the log. A client reconnects with `Last-Event-ID`. A client that leaves 1 MiB unread is disconnected. A market that is not on the chain has no events.
         */
        get: operations["listMarketEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price history of a market
         * @description Returns open, high, low and close of the implied probability of YES, and the volume, newest first. `from` and `to` limit the start of the intervals. `next_cursor` continues with older intervals.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{id}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a buy
         * @description Returns the effect of a buy on the pools and its payout, computed in the contract’s integer arithmetic. Nothing is reserved: every buy moves the pools. `min_multiple` of a buy intent sets the minimum payout, which the contract enforces.
         *
         *     The preview of a buy contains the same data as `quote`.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{market_id}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the positions in a market
         * @description Lists positions, newest first. Returns an empty page for an unknown market.
         */
        get: operations["listPositionsOfMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{market_id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the resolution of a market
         * @description Returns the outcome and its evidence. Returns 404 for a market without a resolution and for an unknown market.
         */
        get: operations["getResolution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets/{market_id}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlements of a market
         * @description Lists settlements, newest first. Returns an empty page for an unknown market.
         */
        get: operations["listSettlementsOfMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI document
         * @description Returns the OpenAPI document of this API. The reference page and typed clients are generated from it.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Queries the database. Responds within two seconds, even if the database does not. Not ready while the chain node serves another chain.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schema/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Validate the database schema
         * @description Compares the tables and migrations of the database with those of this build.
         */
        get: operations["validateSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trade-intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a trade intent
         * @description Records an intended trade without executing it. Agent intents trade on the chain.
         */
        post: operations["createTradeIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the positions of a user
         * @description Lists positions, newest first. Returns an empty page for an unknown user.
         */
        get: operations["listPositionsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlements of a user
         * @description Lists settlements, newest first. Returns an empty page for an unknown user.
         */
        get: operations["listSettlementsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Intent of an agent, or one of its executions. */
        ActivityItem: {
            /**
             * @description Action of the intent.
             * @example buy_yes
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /**
             * @description Stake, display units. Null unless the action is a buy.
             * @example 10
             */
            amount: string | null;
            /**
             * @description Hash of the approval transaction. Null until it is sent. Absent unless the action is a buy.
             * @example 0x2f1c5c2b44f771e942a8506148e256f94f1a464babc938ae0690c6e34cd79190
             */
            approve_transaction_hash?: string | null;
            /**
             * @description Idempotency key of the intent. Null if not given.
             * @example order-4711
             */
            client_request_id: string | null;
            /**
             * Format: uuid
             * @description Id of the market in `/markets`. Null until the market is indexed from the chain.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            core_market_id: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Error code of a failure. Null if there was no failure.
             * @example null
             */
            error_code: string | null;
            /**
             * @description Error message of a failure, for people. Null if there was no failure.
             * @example null
             */
            error_message: string | null;
            /**
             * @description Reason of a failed execution, for programs. Null if there was no failure.
             * @example null
             * @enum {string|null}
             */
            failure_reason: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
            /**
             * @description Id of the intent or of the execution.
             * @example agent_execution_7d793037a0764186974b0282f2f435e7
             */
            id: string;
            /**
             * @description Id of the intent.
             * @example agent_intent_5d41402abc4b4a76b9719d911017c592
             */
            intent_id: string;
            /**
             * @description Address of the market contract. Null until it is created.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Outcome of the market. Null unless the action is `resolve_market`.
             * @example null
             * @enum {string|null}
             */
            outcome: "yes" | "no" | null;
            /**
             * @description Status of the intent or of the execution.
             * @example executed
             * @enum {string}
             */
            status: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled" | "queued" | "submitting" | "broadcast" | "unknown";
            /**
             * @description Transaction hash. Null before it is known.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            transaction_hash: string | null;
            /**
             * @description Type of the item.
             * @example execution
             * @enum {string}
             */
            type: "intent" | "execution";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
        };
        /** @description Page of the activity of an agent. */
        ActivityPage: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /** @description Intents and executions, newest first. */
            items: components["schemas"]["ActivityItem"][];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        ActivityResponse: {
            activity: components["schemas"]["ActivityPage"];
        };
        /** @description Wallet of an agent, with its limits. */
        AgentWallet: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the wallet. Null until the provider has created it. An address of the provider never changes.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string | null;
            /**
             * @description Actions that the wallet may execute.
             * @example [
             *       "buy_yes",
             *       "buy_no",
             *       "claim_payout",
             *       "claim_refund"
             *     ]
             */
            allowed_actions: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[];
            /**
             * @description Network of the wallet. Only `CHAIN-TESTNET` executes.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * Format: date-time
             * @description Time of the registration.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Whether the wallet is frozen. A frozen wallet creates no market and buys nothing.
             * @example false
             */
            frozen: boolean;
            /**
             * Format: date-time
             * @description Time at which the wallet was frozen. Null if it is not frozen.
             * @example null
             */
            frozen_at: string | null;
            /**
             * Format: uuid
             * @description Id of the wallet.
             * @example e6f7a8b9-c0d1-4e2f-9a3b-4c5d6e7f8a9b
             */
            id: string;
            policy_metadata: components["schemas"]["PolicyMetadata"];
            /**
             * @description Name of the client program that registered the wallet. Null if unknown.
             * @example cli
             */
            source_client: string | null;
            /**
             * @description Status of the wallet. A disabled wallet executes nothing.
             * @example active
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Address of the owner’s personal wallet. Null if unknown.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string | null;
            /**
             * @description Provider that holds the key.
             * @example provider_agent_wallet
             */
            wallet_provider: string;
        };
        /** @description Request to stake on an outcome. */
        BuyIntent: {
            /**
             * @description Action to execute.
             * @enum {string}
             */
            action: "buy_yes" | "buy_no";
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Stake above 0, display units, with at most as many decimals as the token.
             * @example 10
             */
            amount: string;
            /**
             * @description Idempotency key. The same key with the same request always returns the same intent.
             * @example order-4711
             */
            client_request_id?: string | null;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Minimum payout at the pools after the buy, as a multiple of the stake. The contract refuses the buy below it. Later buys can still lower the payout.
             * @example 1.5
             */
            min_multiple?: string | null;
            /**
             * @description Name of the client, part of the idempotency key.
             * @example cli
             */
            source_client?: string | null;
            /**
             * @description Address of the agent’s user, for information only: the wallet of the agent executes and is paid.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string;
        };
        /** @description Contract call. */
        Call: {
            /**
             * @description Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`.
             * @example [
             *       "10000000",
             *       "15000000"
             *     ]
             */
            args: string[];
            /**
             * @description The same arguments for people: amounts in display units, times in RFC 3339.
             * @example [
             *       "10",
             *       "15"
             *     ]
             */
            args_display: string[];
            /**
             * @description Whether a transaction was sent, always false: a plan sends nothing.
             * @example false
             * @enum {boolean}
             */
            broadcast_performed: false;
            /**
             * @description Network of the call.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Kind of the called contract.
             * @example market
             * @enum {string}
             */
            contract: "factory" | "market" | "collateral";
            /**
             * @description Name of the function.
             * @example buyYes
             */
            function: string;
            /**
             * @description Address of the called contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            to: string;
            /**
             * @description Native coins sent with the call, always `0`.
             * @example 0
             * @enum {string}
             */
            value: "0";
        };
        /** @description Interval with at least one buy. Prices are implied probabilities of YES, 0 to 1. */
        Candle: {
            /**
             * @description Price after the last buy, valid until the next one.
             * @example 0.4
             */
            close: string;
            /**
             * @description Highest price after a buy.
             * @example 1
             */
            high: string;
            /**
             * @description Lowest price after a buy.
             * @example 0.25
             */
            low: string;
            /**
             * @description Price after the first buy.
             * @example 1
             */
            open: string;
            /**
             * Format: date-time
             * @description Start of the interval.
             * @example 2026-06-01T09:00:00.000Z
             */
            start_at: string;
            /**
             * @description Number of buys.
             * @example 3
             */
            trades: number;
            /**
             * @description Sum of the stakes on both outcomes, display units.
             * @example 50
             */
            volume: string;
        };
        /** @description Result of one execution rule at the creation of the intent. */
        Check: {
            /**
             * @description Block at which the chain was read. Null for a rule that does not read the chain.
             * @example 4711
             */
            as_of_block: number | null;
            /**
             * @description Error code with which execution would fail. Null if the rule passes or has no error code.
             * @example null
             */
            code: string | null;
            /**
             * @description Reason with which execution would fail. Null if the rule passes or only warns. `not_permitted` for rules of the wallet and of operators.
             * @example null
             * @enum {string|null}
             */
            failure_reason: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
            /**
             * @description Distance to the limit of the rule, negative if it fails. Null for a rule without a limit.
             * @example 990
             */
            headroom: string | null;
            /**
             * @description Unit of `headroom`. Null if `headroom` is null.
             * @example collateral
             * @enum {string|null}
             */
            headroom_unit: "collateral" | "native" | "seconds" | "multiple" | null;
            /**
             * @description Reason, for people. Null if the rule passes.
             * @example null
             */
            message: string | null;
            /**
             * @description Result of the rule. `unknown` if its input could not be read or does not exist yet.
             * @example pass
             * @enum {string}
             */
            result: "pass" | "fail" | "unknown";
            /**
             * @description Execution rule.
             * @example balance
             * @enum {string}
             */
            rule: "wallet" | "chain" | "provisioned" | "frozen" | "allowed_action" | "max_trade_amount" | "execution" | "contract" | "market_state" | "simulation" | "min_multiple" | "gas" | "balance" | "duplicate";
        };
        /** @description Summary of a market. */
        CompactMarket: {
            /**
             * @description Category for filtering. Null if not given.
             * @example weather
             */
            category: string | null;
            /**
             * @description Network of the market.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * Format: date-time
             * @description End of trading.
             * @example 2099-12-31T18:00:00.000Z
             */
            closes_at: string;
            /**
             * @description Token of the stakes.
             * @example USDC
             */
            collateral_asset: string;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            id: string;
            /**
             * @description Address of the market contract, as in `onchain`. Null for a market that is only a record.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /** @description Contract of the market. Null for a market that is only a record. */
            onchain: components["schemas"]["OnchainMarket"] | null;
            /**
             * @description Source of the outcome. Null if not given.
             * @example IPMA, station Lisboa
             */
            resolution_source: string | null;
            /**
             * @description Current status. Opening and closing depend on the time.
             * @example OPEN
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "SETTLED" | "CANCELLED";
            /**
             * @description Question of the market.
             * @example Will it rain in Lisbon on New Year’s Eve?
             */
            title: string;
        };
        CompactMarketsPage: {
            /** @description Markets in the requested order. */
            markets: components["schemas"]["CompactMarket"][];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Chain and addresses of the contracts. */
        ContractMetadata: {
            /**
             * @description Id of the chain.
             * @example 31999
             */
            chain_id: number;
            /**
             * @description Address of the ERC-20 token of the stakes.
             * @example 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
             */
            collateral_erc20_interface: string;
            /**
             * @description URL of a block explorer.
             * @example http://127.0.0.1:8545
             */
            explorer: string;
            /**
             * @description Display name of the chain.
             * @example Presage devnet
             */
            network: string;
            /**
             * @description Address of the factory that creates all markets.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            prediction_market: string;
            /**
             * @description Whether the contracts are approved for real money.
             * @example false
             */
            production_approved: boolean;
            /**
             * @description Whether the contracts are a prototype.
             * @example true
             */
            prototype: boolean;
            /**
             * @description Status of the contracts.
             * @example active
             */
            status: string;
        };
        /** @description Terms of a new market. Texts are trimmed. */
        CreateMarketBody: {
            /**
             * @description Category for filtering.
             * @example weather
             */
            category?: string | null;
            /**
             * @description Network of the market.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * Format: date-time
             * @description End of trading, in the future.
             * @example 2099-12-31T18:00:00.000Z
             */
            closes_at: string;
            /**
             * @description Token of the stakes.
             * @default USDC
             */
            collateral_asset?: string | null;
            /**
             * Format: uri
             * @description Public HTTPS URL of an image. The service records it and never fetches it. Image data is rejected.
             * @example https://images.example.com/lisbon.png
             */
            cover_image_url?: string | null;
            /**
             * Format: uuid
             * @description Id of the user that owns the market. The user must exist.
             * @example 00000000-0000-4000-8000-000000000001
             */
            creator_user_id: string;
            /** @description Criteria for YES. */
            description?: string | null;
            /**
             * Format: date-time
             * @description Start of trading, before `closes_at`. The market is a `DRAFT` until then.
             */
            opens_at?: string | null;
            /**
             * @description Label of NO.
             * @default NO
             */
            outcome_no_label?: string | null;
            /**
             * @description Label of YES.
             * @default YES
             */
            outcome_yes_label?: string | null;
            /**
             * @description Source of the outcome.
             * @example IPMA, station Lisboa
             */
            resolution_source?: string | null;
            /**
             * @description Question of the market.
             * @example Will it rain in Lisbon on New Year’s Eve?
             */
            title: string;
        };
        /** @description Request to create a market on the chain. */
        CreateMarketIntent: {
            /**
             * @description Action to execute.
             * @enum {string}
             */
            action: "create_market";
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Idempotency key. The same key with the same request always returns the same intent.
             * @example order-4711
             */
            client_request_id?: string | null;
            /**
             * @description End of buying, in the future. Fractions of a second are discarded.
             * @example 2099-12-31T18:00:00.000Z
             */
            close_timestamp: string;
            /**
             * @description Address of the token of the stakes, as in `/chain/contract`.
             * @example 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
             */
            collateral_token: string;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Question of the market.
             * @example Will it rain in Lisbon on New Year’s Eve?
             */
            question: string;
            /**
             * @description Address that may resolve the market.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            resolver: string;
            /**
             * @description Name of the client, part of the idempotency key.
             * @example cli
             */
            source_client?: string | null;
            /**
             * @description Address of the agent’s user, for information only: the wallet of the agent executes and is paid.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string;
        };
        /** @description Terms of a trade intent. */
        CreateTradeBody: {
            /**
             * Format: uuid
             * @description Id of the market, which must be `OPEN`.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
            /**
             * @description Outcome to trade.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * @description Price per unit, 0 to 1.
             * @example 0.25
             */
            price: string;
            /**
             * @description Quantity above 0, with at most 18 significant digits before the decimal point and 18 after it.
             * @example 10
             */
            quantity: string;
            /**
             * @description Side of the trade.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * Format: uuid
             * @description Id of the trading user. The user need not exist.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        /** @description Body of every error response. */
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description All validation failures. */
                details?: string[];
                /**
                 * @description Status of the latest execution. Null before the first.
                 * @enum {string|null}
                 */
                execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                /**
                 * @description Reason of the failed execution.
                 * @enum {string|null}
                 */
                failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                /** @description Id of the intent that has the key. */
                intent_id?: string;
                /**
                 * @description Status of the intent.
                 * @enum {string}
                 */
                intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                /** @description Message for people. Programs use `code`. */
                message: string;
                /** @description Seq of the oldest event of the log. */
                oldest_seq?: number;
                /**
                 * @description Set if an operator has paused the action or the agent.
                 * @enum {boolean}
                 */
                paused?: true;
                /**
                 * @description Resource that an executing intent waits for. Null if it does not wait.
                 * @enum {string|null}
                 */
                waiting_for?: "lane" | "block" | "provider" | "gas" | "paused" | null;
            };
        };
        /**
         * @description Error code. New codes may be added.
         * @enum {string}
         */
        ErrorCode: "bad_request" | "invalid_json" | "invalid_id" | "invalid_query" | "invalid_market_request" | "invalid_creator_user" | "invalid_trade_intent" | "market_not_open" | "agent_id_invalid" | "agent_intent_invalid" | "agent_wallet_missing" | "agent_onboarding_invalid" | "agent_wallet_invalid" | "api_key_invalid" | "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_action_forbidden" | "agent_wallet_frozen" | "agent_policy_violation" | "not_found" | "market_not_found" | "resolution_not_found" | "agent_not_found" | "user_not_found" | "agent_intent_not_found" | "agent_wallet_not_found" | "agent_session_not_found" | "agent_onboarding_not_found" | "method_not_allowed" | "request_timeout" | "agent_intent_not_confirmed" | "agent_intent_status_invalid" | "agent_intent_conflict" | "agent_wallet_status_invalid" | "agent_wallet_chain_invalid" | "events_expired" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "markets_list_failed" | "market_get_failed" | "market_create_failed" | "trade_intent_create_failed" | "positions_list_failed" | "resolution_get_failed" | "settlements_list_failed" | "schema_validation_failed" | "agent_activity_get_failed" | "agent_portfolio_get_failed" | "provider_agent_wallet_execution_not_enabled" | "provider_agent_wallet_balance_not_configured" | "provider_agent_wallet_faucet_not_configured" | "agent_execution_failed" | "agent_wallet_provisioning_failed" | "provider_agent_wallet_balance_failed" | "provider_agent_wallet_faucet_failed" | "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
        /** @description Fact of a log. Events are never changed. Addresses are in lower case. */
        Event: {
            /**
             * Format: date-time
             * @description Time of the event.
             * @example 2026-06-01T09:00:02.417Z
             */
            at: string;
            /** @description Block of the effect. Null for an event without an effect on the chain. */
            block: components["schemas"]["EventBlock"] | null;
            /**
             * @description Fields of the fact, which depend on the type. Amounts are decimal strings in display units.
             * @example {
             *       "execution_id": "agent_execution_7d793037a0764186974b0282f2f435e7",
             *       "intent_id": "agent_intent_5d41402abc4b4a76b9719d911017c592",
             *       "action": "buy_yes",
             *       "attempt": 1,
             *       "market_id": "rain-in-lisbon",
             *       "core_market_id": "3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b",
             *       "market_contract_address": "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb",
             *       "amount": "10",
             *       "client_request_id": "order-4711",
             *       "transaction_hash": "0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b",
             *       "error_code": null,
             *       "retry_safe": false
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description SHA-256 of the canonical JSON (RFC 8785) of the event without this field.
             * @example b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2
             */
            hash: string;
            /**
             * @description Id of the event.
             * @example event_9f86d081884c4d659a2feaa0c55ad015
             */
            id: string;
            /**
             * @description Hash of the event before. Null for the first.
             * @example a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
             */
            previous_hash: string | null;
            /**
             * @description Position in the log, from 1 without gaps.
             * @example 7
             */
            seq: number;
            subject: components["schemas"]["EventSubject"];
            /**
             * @description Type of the event: intent.previewed, intent.confirmed, intent.cancelled, execution.queued, execution.broadcast, execution.unknown, execution.executed, execution.failed, execution.cancelled, wallet.created, wallet.changed, wallet.frozen, wallet.unfrozen, wallet.disabled, position.changed, market.created, market.closed, market.resolved, market.cancelled, payout.claimable, payout.claimed, refund.claimable, refund.claimed, chain.reorganised. New types may be added.
             * @example execution.executed
             */
            type: string;
        };
        /** @description Block of the effect. */
        EventBlock: {
            /**
             * @description Hash of the block.
             * @example 0x4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b
             */
            hash: string;
            /**
             * @description Number of the block.
             * @example 4711
             */
            number: number;
        };
        EventsResponse: {
            /** @description Events after the position, in order of `seq`. */
            events: components["schemas"]["Event"][];
            /**
             * @description Seq of the last event of the log; 0 without events.
             * @example 7
             */
            head_seq: number;
            /**
             * @description Value of `after` for the next page.
             * @example 7
             */
            next_after: number;
        };
        /** @description The subject of an event. */
        EventSubject: {
            /**
             * @description Id of the subject.
             * @example agent_execution_7d793037a0764186974b0282f2f435e7
             */
            id: string;
            /**
             * @description Kind of the subject.
             * @example execution
             * @enum {string}
             */
            kind: "intent" | "execution" | "wallet" | "position" | "market";
        };
        /** @description One attempt to execute an intent. */
        Execution: {
            /**
             * @description Action of the intent.
             * @example buy_yes
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the executing wallet.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string | null;
            /**
             * @description Stake, display units. Null unless the action is a buy.
             * @example 10
             */
            amount: string | null;
            /**
             * @description Hash of the approval of the stake. Null before it is known. Absent unless the action is a buy.
             * @example 0x2f1c5c2b44f771e942a8506148e256f94f1a464babc938ae0690c6e34cd79190
             */
            approve_transaction_hash?: string | null;
            /**
             * @description Number of the attempt, starting at 1.
             * @example 1
             */
            attempt: number;
            /**
             * @description Whether a transaction may have been sent.
             * @example true
             */
            broadcast_performed: boolean;
            /**
             * Format: date-time
             * @description Time of completion. Null until then.
             * @example 2026-06-01T09:00:02.417Z
             */
            completed_at: string | null;
            /**
             * Format: uuid
             * @description Id of the market in `/markets`. Null until the market is indexed from the chain.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            core_market_id: string | null;
            /**
             * Format: date-time
             * @description Time of acceptance.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Error code of a failed execution. Null otherwise.
             * @example null
             */
            error_code: string | null;
            /**
             * @description Reason of a failure and its remedy, for people. Null otherwise.
             * @example null
             */
            error_message: string | null;
            /**
             * @description Id of the execution.
             * @example agent_execution_7d793037a0764186974b0282f2f435e7
             */
            execution_id: string;
            /**
             * @description Mode of the execution.
             * @example provider_developer_wallet_api
             * @enum {string}
             */
            execution_mode: "provider_developer_wallet_api";
            /**
             * @description Reason of a failure, for programs. Null otherwise.
             * @example null
             * @enum {string|null}
             */
            failure_reason: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
            /**
             * @description Same as `execution_id`.
             * @example agent_execution_7d793037a0764186974b0282f2f435e7
             */
            id: string;
            /**
             * @description Id of the intent.
             * @example agent_intent_5d41402abc4b4a76b9719d911017c592
             */
            intent_id: string;
            /**
             * @description Address of the market contract. Null until a new market is created.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Network of the execution.
             * @example CHAIN-TESTNET
             */
            network: string;
            /**
             * @description Outcome of the market. Null unless the action is `resolve_market`.
             * @example null
             * @enum {string|null}
             */
            outcome: "yes" | "no" | null;
            /**
             * @description Values read from the contracts after the transaction. Null until then.
             * @example {
             *       "yes_positions": "10000000",
             *       "total_yes": "10000000",
             *       "total_collateral": "10000000"
             *     }
             */
            readback: components["schemas"]["Readback"] | null;
            /**
             * @description Whether another attempt is safe because it cannot have a second effect. Null while undecided.
             * @example false
             */
            retry_safe: boolean | null;
            /**
             * @description Status of the execution. `unknown` is temporary: nothing is sent again until the outcome is reconciled.
             * @example executed
             * @enum {string}
             */
            status: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled";
            /**
             * @description Hash of the transaction. Null before it is known.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            transaction_hash: string | null;
            /**
             * @description Type of the record, always `execution`.
             * @example execution
             * @enum {string}
             */
            type: "execution";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * @description Resource that the execution waits for. Null if it does not wait.
             * @example null
             * @enum {string|null}
             */
            waiting_for: "lane" | "block" | "provider" | "gas" | "paused" | null;
        };
        /** @description Exact contract calls of the execution. */
        ExecutionPlan: {
            /**
             * @description Action to execute.
             * @example buy_yes
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /**
             * @description Address of the factory that creates all markets.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            agent_factory_address: string;
            /**
             * @description Approval of the stake, sent before the call. Null unless the action is a buy.
             * @example {
             *       "to": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
             *       "contract": "collateral",
             *       "function": "approve",
             *       "args": [
             *         "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
             *         "10000000"
             *       ],
             *       "args_display": [
             *         "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
             *         "10"
             *       ],
             *       "value": "0",
             *       "chain": "CHAIN-TESTNET",
             *       "broadcast_performed": false
             *     }
             */
            approval: components["schemas"]["Call"] | null;
            /**
             * @description Whether a transaction was sent, always false: a plan sends nothing.
             * @example false
             * @enum {boolean}
             */
            broadcast_performed: false;
            /**
             * @description Mode of the execution.
             * @example provider_developer_wallet_api
             * @enum {string}
             */
            execution_mode: "provider_developer_wallet_api";
            /**
             * @description Id of the intent.
             * @example agent_intent_5d41402abc4b4a76b9719d911017c592
             */
            intent_id: string;
            /**
             * @description Network of the execution.
             * @example CHAIN-TESTNET
             */
            network: string;
            /**
             * @description Whether the client must sign, always false: the wallet provider signs.
             * @example false
             * @enum {boolean}
             */
            requires_signature: false;
            /**
             * @description Status of the intent, always `confirmed`.
             * @example confirmed
             * @enum {string}
             */
            status: "confirmed";
            /**
             * @description Transaction hash, always null: a plan has no transaction.
             * @example null
             */
            transaction_hash: null;
            transaction_request: components["schemas"]["TransactionRequest"];
            /**
             * @description Warnings of the intent.
             * @example []
             */
            warnings: string[];
        };
        ExecutionPlanResponse: {
            execution_plan: components["schemas"]["ExecutionPlan"];
        };
        ExecutionResponse: {
            execution: components["schemas"]["Execution"];
        };
        ExecutionsPage: {
            /** @description Executions, newest first. */
            executions: components["schemas"]["Execution"][];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Request for test tokens. */
        FaucetGrant: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the wallet.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string;
            /**
             * @description Network of the wallet.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Result of the request: empty, or a message.
             * @example {}
             */
            result: components["schemas"]["FaucetResult"];
            /**
             * @description Status, always `requested`.
             * @example requested
             * @enum {string}
             */
            status: "requested";
            /**
             * @description Requested token. Gas is included.
             * @example usdc
             * @enum {string}
             */
            token: "usdc";
        };
        FaucetGrantResponse: {
            agent_wallet_faucet: components["schemas"]["FaucetGrant"];
        };
        /** @description Result of a faucet request: empty, or a message. */
        FaucetResult: {
            /**
             * @description Note on the request, for people.
             * @example The grant was requested; its result is not known yet.
             */
            message?: string;
        };
        /** @description Successful probe. */
        Health: {
            /**
             * @description Always `ok`.
             * @example ok
             * @enum {string}
             */
            status: "ok";
        };
        /** @description Price history of a market. */
        History: {
            /**
             * @description Last indexed block. Null before the first.
             * @example 4711
             */
            as_of_block: number | null;
            /** @description Intervals, newest first. An interval without a buy is omitted. Its price is the previous close. */
            candles: components["schemas"]["Candle"][];
            /**
             * @description Length of an interval.
             * @example 1h
             * @enum {string}
             */
            interval: "1m" | "5m" | "1h" | "1d";
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
        };
        HistoryResponse: {
            history: components["schemas"]["History"];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Intent of an agent. Fields of other actions are null. */
        Intent: {
            /**
             * @description Action to execute.
             * @example buy_yes
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the agent’s wallet, which executes. Null until the agent has one.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string | null;
            /**
             * @description Stake, display units.
             * @example 10
             */
            amount: string | null;
            /**
             * @description Network of the execution.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Idempotency key. Null if not given.
             * @example order-4711
             */
            client_request_id: string | null;
            /**
             * Format: date-time
             * @description End of buying.
             * @example null
             */
            close_timestamp: string | null;
            /**
             * @description Address of the token of the stakes.
             * @example null
             */
            collateral_token: string | null;
            /**
             * Format: date-time
             * @description Time of the first confirmation. Null until then.
             * @example null
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the execution. Null until then.
             * @example null
             */
            executed_at: string | null;
            /**
             * @description Number of executions.
             * @example 0
             */
            executions_count: number;
            /**
             * @description Id of the intent.
             * @example agent_intent_5d41402abc4b4a76b9719d911017c592
             */
            intent_id: string;
            /**
             * @description Status of the latest execution. Null before the first.
             * @example null
             * @enum {string|null}
             */
            latest_execution_status: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Minimum payout when the transaction is sent, as a multiple of the stake. Null for any payout.
             * @example 1.5
             */
            min_multiple: string | null;
            /**
             * @description Outcome of the market.
             * @example null
             * @enum {string|null}
             */
            outcome: "yes" | "no" | null;
            params: components["schemas"]["IntentParams"];
            /**
             * @description Question of the market.
             * @example null
             */
            question: string | null;
            /** @description Quote of a buy at the creation of the intent. Null if the pools could not be read. */
            quote: components["schemas"]["Quote"] | null;
            /**
             * @description Whether the intent must be confirmed before it can be executed.
             * @example true
             */
            requires_confirmation: boolean;
            /**
             * @description Address that may resolve the market.
             * @example null
             */
            resolver: string | null;
            /**
             * @description Name of the client. Null if not given.
             * @example cli
             */
            source_client: string | null;
            /**
             * @description Status of the intent.
             * @example preview
             * @enum {string}
             */
            status: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Address of the agent’s user.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string | null;
            validation_result: components["schemas"]["ValidationResult"];
            /**
             * @description Provider that holds the key.
             * @example provider_agent_wallet
             */
            wallet_provider: string;
            /**
             * @description Points to consider before confirming. The response to a create also names ignored fields of its body.
             * @example []
             */
            warnings: string[];
        };
        /** @description Fields of the request that belong to its action. Fields of other actions are absent. */
        IntentParams: {
            /**
             * @description Stake of a buy, display units.
             * @example 10
             */
            amount?: string;
            /**
             * Format: date-time
             * @description End of buying for `create_market`.
             * @example 2099-12-31T18:00:00.000Z
             */
            close_timestamp?: string;
            /**
             * @description Token of the stakes for `create_market`.
             * @example 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
             */
            collateral_token?: string;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address?: string;
            /**
             * @description Minimum payout of a buy, as a multiple of the stake. Null for any payout.
             * @example 1.5
             */
            min_multiple?: string | null;
            /**
             * @description Outcome for `resolve_market`.
             * @example yes
             * @enum {string}
             */
            outcome?: "yes" | "no";
            /**
             * @description Question for `create_market`.
             * @example Will it rain in Lisbon on New Year’s Eve?
             */
            question?: string;
            /**
             * @description Resolver for `create_market`.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            resolver?: string;
        };
        IntentResponse: {
            intent: components["schemas"]["Intent"];
        };
        IntentsPage: {
            /** @description Intents, newest first. */
            intents: components["schemas"]["Intent"][];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Payout of the quoted stake after a later buy. */
        LaterBet: {
            /**
             * @description Stake of the later buy, display units.
             * @example 5
             */
            amount: string;
            /**
             * @description Payout after a later buy of the other outcome.
             * @example {
             *       "payout_if_won": "27.5",
             *       "payout_multiple": "2.75"
             *     }
             */
            on_other_outcome: components["schemas"]["PayoutTerms"];
            on_same_outcome: components["schemas"]["PayoutTerms"];
        };
        /** @description Market with two outcomes. */
        Market: {
            /**
             * @description Category for filtering. Null if not given.
             * @example weather
             */
            category: string | null;
            /**
             * @description Network of the market.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * Format: date-time
             * @description End of trading.
             * @example 2099-12-31T18:00:00.000Z
             */
            closes_at: string;
            /**
             * @description Token of the stakes.
             * @example USDC
             */
            collateral_asset: string;
            /**
             * Format: uri
             * @description Public HTTPS URL of an image. Null if not given.
             * @example https://images.example.com/lisbon.png
             */
            cover_image_url: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the user that owns the market.
             * @example 00000000-0000-4000-8000-000000000001
             */
            creator_user_id: string;
            /**
             * @description Criteria for YES. Null if not given.
             * @example null
             */
            description: string | null;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            id: string;
            /** @description Contract of the market. Null for a market that is only a record. */
            onchain: components["schemas"]["OnchainMarket"] | null;
            /**
             * Format: date-time
             * @description Start of trading. Null if trading starts at creation.
             * @example null
             */
            opens_at: string | null;
            /**
             * @description Label of NO.
             * @example NO
             */
            outcome_no_label: string;
            /**
             * @description Label of YES.
             * @example YES
             */
            outcome_yes_label: string;
            /**
             * @description Source of the outcome. Null if not given.
             * @example IPMA, station Lisboa
             */
            resolution_source: string | null;
            resolution_terms: components["schemas"]["ResolutionTerms"];
            /**
             * Format: date-time
             * @description Time of the resolution. Null until then.
             * @example null
             */
            resolved_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last claimed payout. Null until then.
             * @example null
             */
            settled_at: string | null;
            /**
             * @description Current status. Opening and closing depend on the time.
             * @example OPEN
             * @enum {string}
             */
            status: "DRAFT" | "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "SETTLED" | "CANCELLED";
            /**
             * @description Question of the market.
             * @example Will it rain in Lisbon on New Year’s Eve?
             */
            title: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * @description Outcome of the market. Null before the resolution.
             * @example null
             * @enum {string|null}
             */
            winning_outcome: "YES" | "NO" | null;
        };
        /** @description Request to act on an existing market. */
        MarketIntent: {
            /**
             * @description Action to execute.
             * @enum {string}
             */
            action: "close_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Idempotency key. The same key with the same request always returns the same intent.
             * @example order-4711
             */
            client_request_id?: string | null;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Name of the client, part of the idempotency key.
             * @example cli
             */
            source_client?: string | null;
            /**
             * @description Address of the agent’s user, for information only: the wallet of the agent executes and is paid.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string;
        };
        MarketResponse: {
            market: components["schemas"]["Market"];
        };
        MarketsPage: {
            /** @description Markets in the requested order. */
            markets: components["schemas"]["Market"][];
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Onboarding of an agent. */
        Onboarding: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Network of the wallet.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Channel used to contact the owner. Null if not given.
             * @example null
             */
            channel: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Expiration time of the passcode.
             * @example 2026-06-01T09:10:00.000Z
             */
            expires_at: string;
            /**
             * @description Id of the onboarding.
             * @example agent_onboarding_9e107d9d372b4b6b8026e1b2a4f5c6d7
             */
            onboarding_id: string;
            /**
             * @description Name of the client. Null if not given.
             * @example cli
             */
            source_client: string | null;
            /**
             * @description Status of the onboarding. `locked` after five wrong passcodes.
             * @example pending_otp
             * @enum {string}
             */
            status: "pending_otp" | "verified" | "expired" | "locked";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:00.000Z
             */
            updated_at: string;
            /**
             * @description E-mail address of the owner, masked because reads are public.
             * @example c***@e***.com
             */
            user_email: string;
            /**
             * @description Address of the owner’s personal wallet. Null if not given.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string | null;
            /**
             * @description Custody of the key.
             * @example provider_agent_wallet
             */
            wallet_provider: string;
        };
        OnboardingResponse: {
            onboarding: components["schemas"]["Onboarding"];
        };
        OnboardingStartedResponse: {
            /**
             * Format: date-time
             * @description Expiration time of the passcode.
             * @example 2026-06-01T09:10:00.000Z
             */
            expires_at: string;
            /**
             * @description Next step, always `otp_required`.
             * @example otp_required
             * @enum {string}
             */
            next_step: "otp_required";
            onboarding: components["schemas"]["Onboarding"];
            /**
             * @description Ignored fields of the body.
             * @example []
             */
            warnings: string[];
        };
        OnboardingVerifiedResponse: {
            agent_session: components["schemas"]["Session"];
            agent_wallet: components["schemas"]["AgentWallet"];
            /**
             * @description Next step, always `ready`: the agent can act.
             * @example ready
             * @enum {string}
             */
            next_step: "ready";
            onboarding: components["schemas"]["Onboarding"];
            /**
             * @description Ignored fields of the body.
             * @example []
             */
            warnings: string[];
        };
        /** @description State of the market contract at an indexed block. */
        OnchainMarket: {
            /**
             * @description Block at which these values were read.
             * @example 4711
             */
            as_of_block: number;
            /**
             * @description Hash of the transaction that deployed the contract.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            deployment_transaction_hash: string;
            /**
             * @description YES pool as a share of both pools, 0 to 1. Null while the pools are empty.
             * @example 0.25
             */
            implied_probability_yes: string | null;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string;
            /**
             * @description Name of the market, chosen by its creator.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Sum of all stakes on NO, display units.
             * @example 30
             */
            no_pool: string;
            /**
             * @description Address that may resolve the market.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            resolver: string;
            /**
             * @description Sum of all stakes on YES, display units.
             * @example 10
             */
            yes_pool: string;
        };
        /** @description Payout of a stake. */
        PayoutTerms: {
            /**
             * @description Payout including the stake, display units.
             * @example 22
             */
            payout_if_won: string;
            /**
             * @description Payout divided by stake, rounded down.
             * @example 2.2
             */
            payout_multiple: string;
        };
        /** @description Limits of a wallet. */
        PolicyMetadata: {
            /**
             * @description Maximum stake of one buy, display units. Null for no cap.
             * @example 100
             */
            max_trade_amount: string | null;
        };
        /** @description Limits of a wallet. Unknown keys are rejected, so that a misspelled cap does not remove the limit. */
        PolicyMetadataBody: {
            /**
             * @description Maximum stake of one buy, display units. Null removes the cap; "0" blocks buys.
             * @example 100
             */
            max_trade_amount?: string | null;
        };
        /** @description Stakes of an agent at one block. */
        Portfolio: {
            /**
             * @description Number of stakes in markets that are open for buying.
             * @example 0
             */
            active_positions_count: number;
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the agent’s wallet. Null until the provider has created it.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string | null;
            /**
             * @description Block of the portfolio. Null without a wallet on the chain or before the first indexed block.
             * @example 4711
             */
            as_of_block: number | null;
            /**
             * @description Network of the wallet.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Number of stakes with a claimable payout or refund.
             * @example 1
             */
            claimable_refundable_count: number;
            /** @description Stakes of the agent. */
            positions: components["schemas"]["PortfolioPosition"][];
            /**
             * @description Number of all other stakes.
             * @example 1
             */
            resolved_or_closed_positions_count: number;
            /** @description Payouts and refunds of these stakes. */
            settlements: components["schemas"]["PortfolioSettlement"][];
            /**
             * @description Cost of all stakes in undecided markets, display units.
             * @example 0
             */
            total_exposure: string;
            /**
             * @description Provider that holds the key.
             * @example provider_agent_wallet
             */
            wallet_provider: string;
        };
        /** @description Stake of an agent on one outcome of one market. */
        PortfolioPosition: {
            /**
             * @description Action that claims the stake. Null if nothing can be claimed.
             * @example claim_payout
             * @enum {string|null}
             */
            claim_action: "claim_payout" | "claim_refund" | null;
            /**
             * @description Amount that `claim_payout` would pay, display units.
             * @example 40
             */
            claimable: string;
            /**
             * Format: uuid
             * @description Id of the market in `/markets`.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            core_market_id: string;
            /**
             * @description Cost of the stake, display units.
             * @example 10
             */
            cost: string;
            /**
             * @description Current value of the stake, display units.
             * @example 40
             */
            current_value: string;
            /**
             * @description Address of the market contract. Null if unknown.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Status of the market.
             * @example RESOLVED
             * @enum {string}
             */
            market_status: "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "CANCELLED";
            /**
             * @description Outcome of the stake.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * @description Stake, display units.
             * @example 10
             */
            quantity: string;
            /**
             * @description Realized profit, display units. Negative for a loss.
             * @example 0
             */
            realized_pnl: string;
            /**
             * @description Amount that `claim_refund` would pay, display units.
             * @example 0
             */
            refundable: string;
            /**
             * @description Unrealized profit, display units. Negative for a loss.
             * @example 30
             */
            unrealized_pnl: string;
        };
        PortfolioResponse: {
            portfolio: components["schemas"]["Portfolio"];
        };
        /** @description Payout or refund of an agent after the end of a market, claimed or not. */
        PortfolioSettlement: {
            /**
             * @description Amount, display units.
             * @example 40
             */
            amount: string;
            /**
             * Format: uuid
             * @description Id of the market in `/markets`.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            core_market_id: string;
            /**
             * @description Address of the market contract. Null if unknown.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string | null;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Outcome of the stake.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * Format: date-time
             * @description Time of the claim. Null until then.
             * @example null
             */
            settled_at: string | null;
            /**
             * @description `PENDING` before the claim, `SETTLED` after it.
             * @example PENDING
             * @enum {string}
             */
            status: "PENDING" | "SETTLED";
            /**
             * @description Hash of the claim transaction. Null before the claim.
             * @example null
             */
            tx_hash: string | null;
        };
        /** @description Stake of a user on one outcome of one market. */
        Position: {
            /**
             * @description Stake-weighted mean of the implied probability after each buy, 0 to 1.
             * @example 1
             */
            average_entry_price: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the position.
             * @example b7c8d9e0-f1a2-4b3c-8d4e-5f6a7b8c9d0e
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
            /**
             * @description Outcome of the stake.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * @description Stake, display units.
             * @example 10
             */
            quantity: string;
            /**
             * @description Realized profit, display units. Negative for a loss.
             * @example 0
             */
            realized_pnl: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Id of the user that holds the position.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        PositionsPage: {
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
            /** @description Positions, newest first. */
            positions: components["schemas"]["Position"][];
        };
        /** @description Effect and payout of a buy, computed from the pools at one block as in the contract. */
        Quote: {
            /**
             * @description Stake, display units.
             * @example 10
             */
            amount: string;
            /**
             * @description Block of the pools.
             * @example 4711
             */
            as_of_block: number;
            /**
             * @description Probability of the outcome above which the buy is profitable on average, 0 to 1, rounded up.
             * @example 0.4
             */
            break_even_probability: string;
            /**
             * @description Share of the outcome’s pool after the buy, 0 to 1, rounded down.
             * @example 0.4
             */
            implied_probability_after: string;
            /**
             * @description Share of the outcome’s pool before the buy, 0 to 1, rounded down. Null while the pools are empty.
             * @example 0.25
             */
            implied_probability_before: string | null;
            /** @description Payouts after later buys. Buys of the same outcome lower the payout, buys of the other raise it. */
            later_bets: components["schemas"]["LaterBet"][];
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string;
            /**
             * @description Sum of all stakes on NO before the buy, display units.
             * @example 30
             */
            no_pool: string;
            /**
             * @description Outcome to buy.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * @description Payout including the stake if the market ended now with this outcome, display units.
             * @example 25
             */
            payout_if_won: string;
            /**
             * @description Payout divided by stake, rounded down, at least 1.
             * @example 2.5
             */
            payout_multiple: string;
            /**
             * @description Payout minus stake, display units.
             * @example 15
             */
            profit_if_won: string;
            /**
             * @description Sum of all stakes on YES before the buy, display units.
             * @example 10
             */
            yes_pool: string;
        };
        QuoteResponse: {
            quote: components["schemas"]["Quote"];
        };
        /** @description Values read from the contracts after the transaction. Amounts are strings in base units. The action determines which keys are present. */
        Readback: {
            /**
             * @description Payout that the wallet can claim now. For `resolve_market` and `claim_payout`.
             * @example 0
             */
            claimable_payout?: string | null;
            /**
             * @description Refund that the wallet can claim now. For `cancel_market` and `claim_refund`.
             * @example 0
             */
            claimable_refund?: string | null;
            /**
             * @description Address of the new market contract. For `create_market`.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            created_market?: string | null;
            /**
             * @description Whether the wallet has claimed. For actions on decided markets.
             * @example true
             */
            has_claimed?: boolean | null;
            /**
             * @description Whether the factory created the market. For `create_market`.
             * @example true
             */
            is_market?: boolean | null;
            /**
             * @description Whether stakes are accepted. For `close_market`.
             * @example false
             */
            is_open?: boolean | null;
            /**
             * @description Number of markets that the factory has created. For `create_market`.
             * @example 12
             */
            market_count?: string | null;
            /**
             * @description Status of the market: open, closed, resolved, cancelled. For actions other than buys and `create_market`.
             * @example 2
             * @enum {string|null}
             */
            market_status?: "0" | "1" | "2" | "3" | null;
            /**
             * @description Stake of the wallet on NO. For buys.
             * @example 0
             */
            no_positions?: string | null;
            /**
             * @description Sum of all stakes. For buys.
             * @example 10000000
             */
            total_collateral?: string | null;
            /**
             * @description Sum of all stakes on NO. For buys.
             * @example 0
             */
            total_no?: string | null;
            /**
             * @description Sum of all stakes on YES. For buys.
             * @example 10000000
             */
            total_yes?: string | null;
            /**
             * @description Outcome: undecided, YES, NO. For `resolve_market` and `claim_payout`.
             * @example 1
             * @enum {string|null}
             */
            winning_outcome?: "0" | "1" | "2" | null;
            /**
             * @description Stake of the wallet on YES. For buys.
             * @example 10000000
             */
            yes_positions?: string | null;
        };
        RegisteredWalletResponse: {
            agent_wallet: components["schemas"]["AgentWallet"];
            /**
             * @description Ignored fields of the body.
             * @example []
             */
            warnings: string[];
        };
        /** @description Registration of an agent’s wallet. */
        RegisterWalletBody: {
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /** @description Address of an existing wallet. If omitted, the provider creates a wallet. */
            agent_wallet_address?: string | null;
            /**
             * @description Actions that the wallet may execute.
             * @example [
             *       "buy_yes",
             *       "buy_no",
             *       "claim_payout",
             *       "claim_refund"
             *     ]
             */
            allowed_actions: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[];
            /**
             * @description Network of the wallet. Defaults to `CHAIN-TESTNET`, the only network that executes.
             * @example CHAIN-TESTNET
             */
            chain?: string | null;
            /**
             * @description Limits of the wallet.
             * @example {
             *       "max_trade_amount": "100"
             *     }
             */
            policy_metadata?: components["schemas"]["PolicyMetadataBody"] | null;
            /**
             * @description Name of the client program.
             * @example cli
             */
            source_client?: string | null;
            /**
             * @description Status of the wallet. A disabled wallet executes nothing.
             * @enum {string|null}
             */
            status?: "active" | "disabled" | null;
            /**
             * @description Address of the owner’s personal wallet, for information only.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet?: string | null;
            /**
             * @description Provider that holds the key.
             * @example provider_agent_wallet
             * @enum {string}
             */
            wallet_provider: "provider_agent_wallet";
        };
        /** @description Outcome of a market, with its evidence. */
        Resolution: {
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:02.417Z
             */
            created_at: string;
            /**
             * @description Hash of the transaction that resolved the market.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            evidence_reference: string;
            /**
             * Format: uuid
             * @description Id of the resolution.
             * @example c2d3e4f5-a6b7-4c8d-9e0f-1a2b3c4d5e6f
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
            /**
             * Format: date-time
             * @description Time of the resolution.
             * @example 2026-06-01T09:00:02.417Z
             */
            resolved_at: string;
            /**
             * @description Type of the resolver, always `manual`.
             * @example manual
             * @enum {string}
             */
            resolver_type: "manual";
            /**
             * @description Status, always `RESOLVED`.
             * @example RESOLVED
             * @enum {string}
             */
            status: "RESOLVED";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * @description Outcome of the market.
             * @example YES
             * @enum {string}
             */
            winning_outcome: "YES" | "NO";
        };
        ResolutionResponse: {
            resolution: components["schemas"]["Resolution"];
        };
        /** @description Resolver of the market and times of its resolution. All fields except `source` are null for a market without a contract. */
        ResolutionTerms: {
            /**
             * Format: date-time
             * @description Earliest time at which anyone may cancel an unresolved market. Every stake is then refunded.
             * @example 2100-01-07T18:00:00.000Z
             */
            cancellable_by_anyone_at: string | null;
            /**
             * Format: date-time
             * @description Earliest time at which creator or resolver may close the market. Buying ends at this time even if the market is not closed.
             * @example 2099-12-31T18:00:00.000Z
             */
            closable_at: string | null;
            /**
             * @description Whether the creator has a stake in the market. A creator may cancel the market before its close time.
             * @example false
             */
            creator_holds_position: boolean | null;
            /**
             * Format: date-time
             * @description Earliest time at which the resolver may resolve the market, even if it is not closed.
             * @example 2099-12-31T18:00:00.000Z
             */
            resolvable_at: string | null;
            /**
             * @description Address that may resolve the market.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            resolver: string | null;
            /**
             * @description Whether the resolver has a stake in the market.
             * @example false
             */
            resolver_holds_position: boolean | null;
            /**
             * @description Whether the resolver created the market.
             * @example true
             */
            resolver_is_creator: boolean | null;
            /**
             * @description Source of the outcome. Null if not given.
             * @example IPMA, station Lisboa
             */
            source: string | null;
        };
        /** @description Request to resolve a market. */
        ResolveMarketIntent: {
            /**
             * @description Action to execute.
             * @enum {string}
             */
            action: "resolve_market";
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Idempotency key. The same key with the same request always returns the same intent.
             * @example order-4711
             */
            client_request_id?: string | null;
            /**
             * @description Address of the market contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            market_contract_address: string;
            /**
             * @description Name of the market, chosen by the agent.
             * @example rain-in-lisbon
             */
            market_id: string;
            /**
             * @description Outcome of the market, case-insensitive. `1` is yes, `2` is no.
             * @example yes
             * @enum {string}
             */
            outcome: "yes" | "no" | "1" | "2";
            /**
             * @description Name of the client, part of the idempotency key.
             * @example cli
             */
            source_client?: string | null;
            /**
             * @description Address of the agent’s user, for information only: the wallet of the agent executes and is paid.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string;
        };
        /** @description Database schema, compared with the migrations of this build. */
        SchemaReport: {
            /**
             * @description Whether a migration of this build is missing.
             * @example false
             */
            dirty: boolean;
            /**
             * @description Number of the newest applied migration, 0 for none.
             * @example 1790000000007
             */
            migration_version: number;
            /**
             * @description Names of the missing tables.
             * @example []
             */
            missing_tables: string[];
            /**
             * @description `error` if a table or a migration of this build is missing.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "error";
        };
        /** @description Paths of the descriptions and tools of this service. */
        ServiceIndex: {
            /**
             * @description Path of the web console. Null if this service has none.
             * @example null
             */
            console: string | null;
            /**
             * @description Path of the reference page.
             * @example /docs
             */
            docs: string;
            /**
             * @description Path of the overview for language models.
             * @example /llms.txt
             */
            llms: string;
            /**
             * @description URL of the MCP server. Null if this service has none.
             * @example null
             */
            mcp: string | null;
            /**
             * @description Path of the OpenAPI document.
             * @example /openapi.json
             */
            openapi: string;
        };
        /** @description Record of a verified onboarding. It grants no access. */
        Session: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the agent’s wallet. Null until the provider has created it.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string | null;
            /**
             * @description Actions that the wallet may execute.
             * @example [
             *       "buy_yes",
             *       "buy_no",
             *       "claim_payout",
             *       "claim_refund"
             *     ]
             */
            allowed_actions: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[];
            /**
             * @description Channels used to contact the owner.
             * @example []
             */
            allowed_channels: string[];
            /**
             * @description Network of the wallet.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:02.417Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Expiration time of the session.
             * @example 2026-07-01T09:00:02.417Z
             */
            expires_at: string;
            /**
             * @description Id of the onboarding. Absent if reads require an API key (`AUTH_READS=account`).
             * @example agent_onboarding_9e107d9d372b4b6b8026e1b2a4f5c6d7
             */
            onboarding_id?: string;
            /**
             * @description Id of the session.
             * @example agent_session_e4d909c290d0f4b1ca068ffaddf22cbd
             */
            session_id: string;
            session_metadata: components["schemas"]["SessionMetadata"];
            /**
             * @description Status of the session.
             * @example active
             * @enum {string}
             */
            status: "active" | "expired";
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * @description E-mail address of the owner, masked.
             * @example c***@e***.com
             */
            user_email: string;
            /**
             * @description Address of the owner’s personal wallet. Null if unknown.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet: string | null;
            /**
             * @description Provider that holds the key.
             * @example provider_agent_wallet
             */
            wallet_provider: string;
        };
        /** @description Client and channel of the onboarding. */
        SessionMetadata: {
            /**
             * @description Channel used to contact the owner. Null if not given.
             * @example null
             */
            channel: string | null;
            /**
             * @description Name of the client. Null if not given.
             * @example cli
             */
            source_client: string | null;
        };
        SessionResponse: {
            agent_session: components["schemas"]["Session"];
        };
        /** @description Payout or refund of a user after the end of a market, claimed or not. */
        Settlement: {
            /**
             * @description Amount, display units.
             * @example 40
             */
            amount: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the settlement.
             * @example d4e5f6a7-b8c9-4d0e-8f1a-2b3c4d5e6f7a
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
            /**
             * @description Outcome of the stake.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * Format: uuid
             * @description Id of the resolution. Null for the refund of a cancelled market.
             * @example c2d3e4f5-a6b7-4c8d-9e0f-1a2b3c4d5e6f
             */
            resolution_id: string | null;
            /**
             * Format: date-time
             * @description Time of the claim. Null until then.
             * @example 2026-06-01T09:00:02.417Z
             */
            settled_at: string | null;
            /**
             * @description `PENDING` before the claim, `SETTLED` after it.
             * @example SETTLED
             * @enum {string}
             */
            status: "PENDING" | "SETTLED";
            /**
             * @description Hash of the claim transaction. Null before the claim.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            tx_hash: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:02.417Z
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Id of the user who receives the amount.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        SettlementsPage: {
            /**
             * @description Start of the next page, to be sent as `cursor`. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
            /** @description Settlements, newest first. */
            settlements: components["schemas"]["Settlement"][];
        };
        /** @description Agent and mailbox of its owner. */
        StartOnboardingBody: {
            /**
             * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
             * @example agent_alice_01
             */
            agent_id: string;
            /** @description Channel used to contact the owner. */
            channel?: string | null;
            /**
             * @description Name of the client.
             * @example cli
             */
            source_client?: string | null;
            /**
             * Format: email
             * @description E-mail address of the owner, to which the passcode is sent. Responses contain it masked.
             * @example carol@example.com
             */
            user_email: string;
            /**
             * @description Address of the owner’s personal wallet.
             * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
             */
            user_wallet?: string | null;
            /** @description Change of the wallet, which may loosen its limits. The e-mail states the change, and verification applies exactly that change. */
            wallet_update?: components["schemas"]["WalletUpdateBody"] | null;
        };
        /** @description Token of a balance. */
        Token: {
            /**
             * @description Address of the token contract. Null for the native coin.
             * @example 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
             */
            address: string | null;
            /**
             * @description Network of the token, as in `chain`.
             * @example CHAIN-TESTNET
             */
            blockchain: string;
            /**
             * @description Number of decimals.
             * @example 6
             */
            decimals: number;
            /**
             * @description Name of the token.
             * @example USDC
             */
            name: string;
            /**
             * @description Symbol of the token.
             * @example USDC
             */
            symbol: string;
        };
        /** @description Balance of one token. */
        TokenBalance: {
            /**
             * @description Amount, display units.
             * @example 1000
             */
            amount: string;
            token: components["schemas"]["Token"];
        };
        /** @description Record of an intended trade. Nothing is executed on the chain. */
        Trade: {
            /**
             * @description Quantity × price, exact.
             * @example 2.5
             */
            collateral_amount: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-06-01T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Fee, always `0`.
             * @example 0
             */
            fee_amount: string;
            /**
             * Format: uuid
             * @description Id of the record.
             * @example 9a1b2c3d-4e5f-4a6b-9c8d-7e6f5a4b3c2d
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the market.
             * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
             */
            market_id: string;
            /**
             * @description Outcome to trade.
             * @example YES
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * @description Price per unit, 0 to 1.
             * @example 0.25
             */
            price: string;
            /**
             * @description Quantity.
             * @example 10
             */
            quantity: string;
            /**
             * @description Side of the trade.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description Status of the record, always `PENDING`.
             * @example PENDING
             * @enum {string}
             */
            status: "PENDING";
            /**
             * @description Transaction hash, always null.
             * @example null
             */
            tx_hash: string | null;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-06-01T09:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Id of the trading user.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        /** @description Execution of a trade intent, which never takes place. */
        TradeExecution: {
            /**
             * @description Reason, for people.
             * @example A trade intent is a record only; nothing was executed on chain.
             */
            reason: string;
            /**
             * @description Always `not_executed`.
             * @example not_executed
             * @enum {string}
             */
            status: "not_executed";
        };
        TradeResponse: {
            execution: components["schemas"]["TradeExecution"];
            trade: components["schemas"]["Trade"];
        };
        /** @description Call that executes the action. A buy sends an approval first. */
        TransactionRequest: {
            /**
             * @description Arguments without ref and deadline, as encoded in the call. Amounts are in base units, the token’s smallest unit, and times in unix seconds. A buy has the stake and its minimum payout, which is 0 without `min_multiple`.
             * @example [
             *       "10000000",
             *       "15000000"
             *     ]
             */
            args: string[];
            /**
             * @description The same arguments for people: amounts in display units, times in RFC 3339.
             * @example [
             *       "10",
             *       "15"
             *     ]
             */
            args_display: string[];
            /**
             * @description Whether a transaction was sent, always false: a plan sends nothing.
             * @example false
             * @enum {boolean}
             */
            broadcast_performed: false;
            /**
             * @description Network of the call.
             * @example CHAIN-TESTNET
             */
            chain: string;
            /**
             * @description Kind of the called contract.
             * @example market
             * @enum {string}
             */
            contract: "factory" | "market" | "collateral";
            /**
             * @description Lifetime of the call in seconds, counted from arming.
             * @example 900
             */
            deadline_seconds: number;
            /**
             * @description Name of the function.
             * @example buyYes
             */
            function: string;
            /**
             * @description Ref of the intent. The contracts reject a second effect with the same ref.
             * @example 0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470
             */
            ref: string;
            /**
             * @description Address of the called contract.
             * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
             */
            to: string;
            /**
             * @description Native coins sent with the call, always `0`.
             * @example 0
             * @enum {string}
             */
            value: "0";
        };
        /** @description Validity of the request, and the checks of its execution. */
        ValidationResult: {
            /** @description Execution rules, evaluated at the creation of the intent as in an execution. A failed check does not reject the preview. */
            checks: components["schemas"]["Check"][];
            /**
             * @description Validation failures, always empty.
             * @example []
             */
            errors: string[];
            /**
             * @description Whether the request is well-formed. Always true: an invalid request returns 400. `would_execute` states the result of the checks.
             * @example true
             */
            valid: boolean;
            /**
             * @description Whether execution would have taken effect at the creation of the intent. False if a check fails with an error code. Null if a check could not be made, such as without an answer of the chain.
             * @example true
             */
            would_execute: boolean | null;
        };
        /** @description Onboarding and passcode. */
        VerifyOnboardingBody: {
            /**
             * @description Id of the onboarding.
             * @example agent_onboarding_9e107d9d372b4b6b8026e1b2a4f5c6d7
             */
            onboarding_id: string;
            /**
             * @description Passcode from the e-mail: six digits, valid for ten minutes and five attempts.
             * @example 482913
             */
            otp: string;
        };
        /** @description Balances of a wallet, as the provider reports them. */
        WalletBalance: {
            /**
             * @description Id of the agent.
             * @example agent_alice_01
             */
            agent_id: string;
            /**
             * @description Address of the wallet.
             * @example 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
             */
            agent_wallet_address: string;
            /** @description Balances by token. Includes the collateral even if its amount is "0". */
            balances: components["schemas"]["TokenBalance"][];
            /**
             * @description Network of the wallet.
             * @example CHAIN-TESTNET
             */
            chain: string;
        };
        WalletBalanceResponse: {
            agent_wallet_balance: components["schemas"]["WalletBalance"];
        };
        WalletResponse: {
            agent_wallet: components["schemas"]["AgentWallet"];
        };
        /** @description Change of a wallet that the owner approves. */
        WalletUpdateBody: {
            /** @description Actions that the wallet may execute. */
            allowed_actions?: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[] | null;
            /**
             * @description Unfreezes the wallet. Only `false`: `POST /agent/wallets/{agent_id}/freeze` freezes it.
             * @example false
             * @enum {boolean|null}
             */
            frozen?: false | null;
            /** @description Limits of the wallet. */
            policy_metadata?: components["schemas"]["PolicyMetadataBody"] | null;
            /**
             * @description Status of the wallet. A disabled wallet executes nothing.
             * @enum {string|null}
             */
            status?: "active" | "disabled" | null;
        };
    };
    responses: {
        /** @description `agent_execution_failed`: the execution ended without effect; `failure_reason` names the cause, and `retry_safe` of its record states whether it is safe to confirm and execute again. */
        agent_execution_failed: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_execution_failed";
                        /**
                         * @description Status of the latest execution. Null before the first.
                         * @enum {string|null}
                         */
                        execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                        /**
                         * @description Reason of the failed execution.
                         * @enum {string|null}
                         */
                        failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                        /**
                         * @description Status of the intent.
                         * @enum {string}
                         */
                        intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_conflict`: an earlier request of the agent with the same `source_client` and `client_request_id` had other contents; `intent_id` and `Location` name its intent. */
        agent_intent_conflict: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_intent_conflict";
                        /** @description Id of the intent that has the key. */
                        intent_id?: string;
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_not_found`: no intent that the caller can access has this id. */
        agent_intent_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_intent_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_status_invalid`: the intent’s status does not allow the step, such as cancelling an executed intent. */
        agent_intent_status_invalid: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_intent_status_invalid";
                        /**
                         * @description Status of the latest execution. Null before the first.
                         * @enum {string|null}
                         */
                        execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                        /**
                         * @description Status of the intent.
                         * @enum {string}
                         */
                        intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_not_found`: the agent is unknown, belongs to another account, or is not among the agents of the API key. */
        agent_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_onboarding_not_found`: no onboarding that the caller can access has this id. */
        agent_onboarding_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_onboarding_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_session_not_found`: the agent has no active session; verifying an onboarding creates one. */
        agent_session_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_session_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_wallet_not_found`: the agent has no registered wallet, or the API key does not act for it. */
        agent_wallet_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_wallet_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_wallet_provisioning_failed`: the wallet provider failed to create a wallet. */
        agent_wallet_provisioning_failed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_wallet_provisioning_failed";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `api_key_invalid`: the request requires an API key in `Authorization: Bearer presage_…` (`AUTH_MODE=api_key`, `AUTH_READS=account`), and the key is missing, unknown, expired or revoked. */
        api_key_invalid: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "api_key_invalid";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two. */
        bad_request: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "bad_request";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `events_expired`: events after `after` are older than the retention; `oldest_seq` is the first one left. */
        events_expired: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "events_expired";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                        /** @description Seq of the oldest event of the log. */
                        oldest_seq?: number;
                    };
                };
            };
        };
        /** @description `headers_too_large`: the request line and the headers exceed 16 KiB. */
        headers_too_large: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "headers_too_large";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`. */
        host_forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "host_forbidden";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `internal_error`: the failure is unexpected and has no specific code. */
        internal_error: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `market_not_found`: no market has this id, or the id is not a UUID. */
        market_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "market_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `payload_too_large`: the body is larger than 64 KiB. */
        payload_too_large: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_balance_failed`: the wallet provider failed to return the balance, or did not respond in time. */
        provider_agent_wallet_balance_failed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "provider_agent_wallet_balance_failed";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_balance_not_configured`: balances are disabled, or no wallet provider is configured. */
        provider_agent_wallet_balance_not_configured: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "provider_agent_wallet_balance_not_configured";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_execution_not_enabled`: execution is disabled (`EXECUTION_ENABLED`). */
        provider_agent_wallet_execution_not_enabled: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "provider_agent_wallet_execution_not_enabled";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_faucet_failed`: the wallet provider rejected the faucet request or did not respond; the cooldown has started. */
        provider_agent_wallet_faucet_failed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "provider_agent_wallet_faucet_failed";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_faucet_not_configured`: the faucet is disabled, or no wallet provider is configured. */
        provider_agent_wallet_faucet_not_configured: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "provider_agent_wallet_faucet_not_configured";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `rate_limited`: a limit of passcodes is reached, the faucet is in its cooldown, or the client exceeds its requests per minute (`RATE_LIMIT`). */
        rate_limited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `request_timeout`: the headers did not arrive within 5 seconds, or the whole request within 10 seconds. */
        request_timeout: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "request_timeout";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `resolution_not_found`: the market is unresolved or unknown. */
        resolution_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "resolution_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `unsupported_media_type`: the body is not declared as plain JSON: another content type or none, or an encoding. */
        unsupported_media_type: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
        /** @description `user_not_found`: the user is unknown, or does not belong to the account of the API key. */
        user_not_found: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "user_not_found";
                        /** @description Message for people. Programs use `code`. */
                        message: string;
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
         * @example order-4711
         */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Path of the intent, or of its executions.
         * @example /agent/intents/agent_intent_5d41402abc4b4a76b9719d911017c592/executions
         */
        Location: string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 2
         */
        "Retry-After": string;
        /**
         * @description Challenge for an API key, with `error="invalid_token"` if one was presented.
         * @example Bearer realm="presage"
         */
        "WWW-Authenticate": string;
        /**
         * @description Id of the request: the value of the request header, or a generated id.
         * @example order-4711
         */
        "X-Request-ID": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getServiceIndex: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceIndex"];
                };
            };
            /** @description The index, for a client that accepts `text/html`. */
            302: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceIndex"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of activity. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `agent_activity_get_failed`: the database failed while reading the activity.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "agent_activity_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listAgentEvents: {
        parameters: {
            query?: {
                /**
                 * @description Seq of the last event that the client has. The header `Last-Event-ID` replaces it in a stream.
                 * @example 0
                 */
                after?: number;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Types of events to return, separated by commas: intent.previewed, intent.confirmed, intent.cancelled, execution.queued, execution.broadcast, execution.unknown, execution.executed, execution.failed, execution.cancelled, wallet.created, wallet.changed, wallet.frozen, wallet.unfrozen, wallet.disabled, position.changed, market.created, market.closed, market.resolved, market.cancelled, payout.claimable, payout.claimed, refund.claimable, refund.claimed, chain.reorganised. All by default.
                 * @example execution.executed,execution.failed
                 */
                types?: string;
                /**
                 * @description Maximum time in seconds to wait for an event if there is none, 0 to 30. Ignored in a stream.
                 * @example 0
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description Seq of the last event that the client of a stream has.
                 * @example 6
                 */
                "Last-Event-ID"?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsResponse"];
                    "text/event-stream": string;
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            410: components["responses"]["events_expired"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listIntents: {
        parameters: {
            query: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
                /**
                 * @description Idempotency key, exact match.
                 * @example order-4711
                 */
                client_request_id?: string;
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Name of the client, exact match.
                 * @example cli
                 */
                source_client?: string;
                /**
                 * @description Status of the intents.
                 * @example confirmed
                 */
                status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of intents. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    createIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMarketIntent"] | components["schemas"]["BuyIntent"] | components["schemas"]["MarketIntent"] | components["schemas"]["ResolveMarketIntent"];
            };
        };
        responses: {
            /** @description The existing intent of this key, in its current state. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentResponse"];
                };
            };
            /** @description The new intent, a preview. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             *
             *     `agent_intent_invalid`: a field that the action requires is missing or invalid; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid" | "agent_intent_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             *
             *     `agent_action_forbidden`: the wallet’s `allowed_actions` do not include the action; preview, confirm and execute check this.
             *
             *     `agent_wallet_frozen`: the wallet is frozen and the action is `create_market`, `buy_yes` or `buy_no`; preview, confirm and execute check this.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or falls below its `min_multiple`, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe.
             */
            403: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_action_forbidden" | "agent_wallet_frozen" | "agent_policy_violation";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Reason of the failed execution.
                             * @enum {string|null}
                             */
                            failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Set if an operator has paused the action or the agent.
                             * @enum {boolean}
                             */
                            paused?: true;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["agent_intent_conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the intent.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The intent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentResponse"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    cancelIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the intent.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled intent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["agent_intent_status_invalid"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    confirmIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the intent.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution plan. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionPlanResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             *
             *     `agent_action_forbidden`: the wallet’s `allowed_actions` do not include the action; preview, confirm and execute check this.
             *
             *     `agent_wallet_frozen`: the wallet is frozen and the action is `create_market`, `buy_yes` or `buy_no`; preview, confirm and execute check this.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or falls below its `min_multiple`, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe.
             */
            403: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_action_forbidden" | "agent_wallet_frozen" | "agent_policy_violation";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Reason of the failed execution.
                             * @enum {string|null}
                             */
                            failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Set if an operator has paused the action or the agent.
                             * @enum {boolean}
                             */
                            paused?: true;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["agent_intent_status_invalid"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    executeIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Maximum wait for the result: `wait=SECONDS`, at most 60, or `respond-async` for none. 30 seconds by default.
                 * @example wait=10
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the intent.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The finished execution. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionResponse"];
                };
            };
            /** @description The unfinished execution, which continues. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_wallet_missing`: the agent of the executed intent has no registered wallet.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_wallet_missing";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             *
             *     `agent_action_forbidden`: the wallet’s `allowed_actions` do not include the action; preview, confirm and execute check this.
             *
             *     `agent_wallet_frozen`: the wallet is frozen and the action is `create_market`, `buy_yes` or `buy_no`; preview, confirm and execute check this.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or falls below its `min_multiple`, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe.
             */
            403: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_action_forbidden" | "agent_wallet_frozen" | "agent_policy_violation";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Reason of the failed execution.
                             * @enum {string|null}
                             */
                            failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Set if an operator has paused the action or the agent.
                             * @enum {boolean}
                             */
                            paused?: true;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_intent_not_confirmed`: the executed intent is not `confirmed`; `intent_status`, `execution_status` and `Location` describe its state, and `waiting_for` what an execution waits for.
             *
             *     `agent_intent_status_invalid`: the intent’s status does not allow the step, such as cancelling an executed intent.
             *
             *     `agent_wallet_status_invalid`: the wallet is disabled, or the provider does not hold a wallet for this agent.
             *
             *     `agent_wallet_chain_invalid`: the wallet belongs to a chain other than `CHAIN-TESTNET`.
             */
            409: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "agent_intent_not_confirmed" | "agent_intent_status_invalid" | "agent_wallet_status_invalid" | "agent_wallet_chain_invalid";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Resource that an executing intent waits for. Null if it does not wait.
                             * @enum {string|null}
                             */
                            waiting_for?: "lane" | "block" | "provider" | "gas" | "paused" | null;
                        };
                    };
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            501: components["responses"]["provider_agent_wallet_execution_not_enabled"];
            502: components["responses"]["agent_execution_failed"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `agent_execution_config_invalid`: the wallet provider is not configured or rejects the service’s credentials, or the chain node serves another chain.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the intent.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of executions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listMarketsForAgents: {
        parameters: {
            query?: {
                /**
                 * @description Category of the markets, exact match.
                 * @example weather
                 */
                category?: string;
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Address of the market contract.
                 * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
                 */
                market_contract_address?: string;
                /**
                 * @description Name that the creator gave the market, as in `onchain.market_id`, exact match.
                 * @example rain-in-lisbon
                 */
                onchain_market_id?: string;
                /**
                 * @description Part of the title, case-insensitive.
                 * @example lisbon
                 */
                q?: string;
                /**
                 * @description Sort key, with `-` for descending. Ties are ordered by id.
                 * @example closes_at
                 */
                sort?: "created_at" | "-created_at" | "closes_at" | "-closes_at";
                /**
                 * @description Current status of the markets.
                 * @example OPEN
                 */
                status?: "DRAFT" | "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "SETTLED" | "CANCELLED";
                /**
                 * @description Only markets whose contract accepts buys now.
                 * @example true
                 */
                tradable?: "true";
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of markets. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompactMarketsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `markets_list_failed`: the database failed while listing markets.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "markets_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the onboarding.
                 * @example agent_onboarding_9e107d9d372b4b6b8026e1b2a4f5c6d7
                 */
                onboarding_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The onboarding. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResponse"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_onboarding_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    startOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartOnboardingBody"];
            };
        };
        responses: {
            /** @description The onboarding. The passcode is being sent. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingStartedResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             *
             *     `agent_onboarding_invalid`: a field is invalid, or the passcode is wrong, used, expired or locked.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid" | "agent_onboarding_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    verifyOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOnboardingBody"];
            };
        };
        responses: {
            /** @description The verified onboarding, the wallet and the session. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingVerifiedResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_onboarding_invalid`: a field is invalid, or the passcode is wrong, used, expired or locked.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_onboarding_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_onboarding_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            502: components["responses"]["agent_wallet_provisioning_failed"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `agent_execution_config_invalid`: the wallet provider is not configured or rejects the service’s credentials, or the chain node serves another chain.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getPortfolio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `agent_portfolio_get_failed`: the database failed while reading the portfolio.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "agent_portfolio_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_session_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    registerWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterWalletBody"];
            };
        };
        responses: {
            /** @description The updated wallet. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWalletResponse"];
                };
            };
            /** @description The new wallet. Its address is null until the provider has created it. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWalletResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             *
             *     `agent_wallet_invalid`: a field of the registration is invalid, a limit is sent outside `policy_metadata`, or the address belongs to another agent; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid" | "agent_wallet_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or falls below its `min_multiple`, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe.
             */
            403: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_policy_violation";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Reason of the failed execution.
                             * @enum {string|null}
                             */
                            failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Set if an operator has paused the action or the agent.
                             * @enum {boolean}
                             */
                            paused?: true;
                        };
                    };
                };
            };
            404: components["responses"]["agent_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            502: components["responses"]["agent_wallet_provisioning_failed"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `agent_execution_config_invalid`: the wallet provider is not configured or rejects the service’s credentials, or the chain node serves another chain.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getWalletBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletBalanceResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_wallet_status_invalid`: the wallet is disabled, or the provider does not hold a wallet for this agent.
             *
             *     `agent_wallet_chain_invalid`: the wallet belongs to a chain other than `CHAIN-TESTNET`.
             */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "agent_wallet_status_invalid" | "agent_wallet_chain_invalid";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            501: components["responses"]["provider_agent_wallet_balance_not_configured"];
            502: components["responses"]["provider_agent_wallet_balance_failed"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    disableWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disabled wallet. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    requestFaucet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaucetGrantResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_wallet_status_invalid`: the wallet is disabled, or the provider does not hold a wallet for this agent.
             *
             *     `agent_wallet_chain_invalid`: the wallet belongs to a chain other than `CHAIN-TESTNET`.
             */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "agent_wallet_status_invalid" | "agent_wallet_chain_invalid";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            501: components["responses"]["provider_agent_wallet_faucet_not_configured"];
            502: components["responses"]["provider_agent_wallet_faucet_failed"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    freezeWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The frozen wallet. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    unfreezeWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the agent: `agent_` followed by 4 to 74 of the characters A-Z, a-z, 0-9, `_` and `-`. Placeholders such as `agent_test` and `agent_demo_01` are rejected.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; this is checked before all other fields.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "agent_id_invalid";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or falls below its `min_multiple`, or the request would loosen a wallet with a verified mailbox or unfreeze one without a passcode; with `paused: true` an operator has paused the action or the agent, and a repeat after `Retry-After` seconds is safe.
             */
            403: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden" | "agent_policy_violation";
                            /**
                             * @description Status of the latest execution. Null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Reason of the failed execution.
                             * @enum {string|null}
                             */
                            failure_reason?: "insufficient_gas" | "insufficient_balance" | "market_not_ours" | "market_not_open" | "too_early" | "not_permitted" | "already_final" | "nothing_to_claim" | "already_claimed" | "below_min_multiple" | "collateral_mismatch" | "policy_changed" | "custody_refused" | "chain_unavailable" | "deadline_passed" | "reverted" | null;
                            /**
                             * @description Status of the intent.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                            /**
                             * @description Set if an operator has paused the action or the agent.
                             * @enum {boolean}
                             */
                            paused?: true;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getContractMetadata: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract metadata. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractMetadata"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getReferencePage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HTML page. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is running. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getLlmsFullText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Overview and guides in Markdown. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Overview in Markdown. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listMarkets: {
        parameters: {
            query?: {
                /**
                 * @description Category of the markets, exact match.
                 * @example weather
                 */
                category?: string;
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Address of the market contract.
                 * @example 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
                 */
                market_contract_address?: string;
                /**
                 * @description Name that the creator gave the market, as in `onchain.market_id`, exact match.
                 * @example rain-in-lisbon
                 */
                onchain_market_id?: string;
                /**
                 * @description Part of the title, case-insensitive.
                 * @example lisbon
                 */
                q?: string;
                /**
                 * @description Sort key, with `-` for descending. Ties are ordered by id.
                 * @example closes_at
                 */
                sort?: "created_at" | "-created_at" | "closes_at" | "-closes_at";
                /**
                 * @description Current status of the markets.
                 * @example OPEN
                 */
                status?: "DRAFT" | "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "SETTLED" | "CANCELLED";
                /**
                 * @description Only markets whose contract accepts buys now.
                 * @example true
                 */
                tradable?: "true";
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of markets. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `markets_list_failed`: the database failed while listing markets.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "markets_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    createMarket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMarketBody"];
            };
        };
        responses: {
            /** @description The new market. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `invalid_market_request`: a field of the market is missing, invalid, or set by the server only; `details` lists all problems.
             *
             *     `invalid_creator_user`: no user that the caller can write for has the id `creator_user_id`.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "invalid_market_request" | "invalid_creator_user";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `market_create_failed`: the database failed while recording the market.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "market_create_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getMarket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The market. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketResponse"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `market_get_failed`: the database failed while reading the market.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "market_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listMarketEvents: {
        parameters: {
            query?: {
                /**
                 * @description Seq of the last event that the client has. The header `Last-Event-ID` replaces it in a stream.
                 * @example 0
                 */
                after?: number;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Types of events to return, separated by commas: intent.previewed, intent.confirmed, intent.cancelled, execution.queued, execution.broadcast, execution.unknown, execution.executed, execution.failed, execution.cancelled, wallet.created, wallet.changed, wallet.frozen, wallet.unfrozen, wallet.disabled, position.changed, market.created, market.closed, market.resolved, market.cancelled, payout.claimable, payout.claimed, refund.claimable, refund.claimed, chain.reorganised. All by default.
                 * @example execution.executed,execution.failed
                 */
                types?: string;
                /**
                 * @description Maximum time in seconds to wait for an event if there is none, 0 to 30. Ignored in a stream.
                 * @example 0
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description Seq of the last event that the client of a stream has.
                 * @example 6
                 */
                "Last-Event-ID"?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsResponse"];
                    "text/event-stream": string;
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            410: components["responses"]["events_expired"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Earliest start of an interval, inclusive.
                 * @example 2026-06-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Length of an interval.
                 * @example 1h
                 */
                interval?: "1m" | "5m" | "1h" | "1d";
                /**
                 * @description Maximum number of items on the page, 1 to 500.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Latest start of an interval, exclusive.
                 * @example 2026-07-01T00:00:00Z
                 */
                to?: string;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of the history. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `market_get_failed`: the database failed while reading the market.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "market_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query: {
                /**
                 * @description Stake above 0, display units, with at most as many decimals as the token.
                 * @example 10
                 */
                amount: string;
                /**
                 * @description Outcome to buy.
                 * @example YES
                 */
                outcome: "YES" | "NO";
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             *
             *     `market_not_open`: the market has not opened for trading yet, or has closed.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_query" | "market_not_open";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `market_get_failed`: the database failed while reading the market.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "market_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listPositionsOfMarket: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                market_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of positions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_id" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `positions_list_failed`: the database failed while listing positions.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "positions_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getResolution: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                market_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resolution. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolutionResponse"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            404: components["responses"]["resolution_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `resolution_get_failed`: the database failed while reading the resolution.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "resolution_get_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listSettlementsOfMarket: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the market.
                 * @example 3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b
                 */
                market_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of settlements. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_id" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `settlements_list_failed`: the database failed while listing settlements.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "settlements_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 document. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        info: {
                            /**
                             * @description Title of the API.
                             * @example Presage
                             */
                            title: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /**
                         * @description Version of OpenAPI.
                         * @example 3.1.0
                         */
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database is reachable. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `agent_execution_config_invalid`: the wallet provider is not configured or rejects the service’s credentials, or the chain node serves another chain.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    validateSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema is valid. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaReport"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["host_forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `schema_validation_failed`: the database failed while reading its schema.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "schema_validation_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description The schema is invalid. This is the only error without the envelope.
             *
             *     `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaReport"] | {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    createTradeIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` rejects unknown fields of the body. By default they are ignored.
                 * @example handling=strict
                 */
                Prefer?: string;
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTradeBody"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeResponse"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_json`: a required body is missing, or the body is not JSON in UTF-8.
             *
             *     `invalid_trade_intent`: a field of the trade intent is missing or invalid; `details` lists all problems.
             *
             *     `market_not_open`: the market has not opened for trading yet, or has closed.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_json" | "invalid_trade_intent" | "market_not_open";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `origin_forbidden`: a browser sends a POST for a page of another origin, which `CORS_ALLOWED_ORIGINS` does not list.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "origin_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `market_not_found`: no market has this id, or the id is not a UUID.
             *
             *     `user_not_found`: the user is unknown, or does not belong to the account of the API key.
             */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "market_not_found" | "user_not_found";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `trade_intent_create_failed`: the database failed while recording the trade intent.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "trade_intent_create_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listPositionsOfUser: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the user.
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of positions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_id" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["user_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `positions_list_failed`: the database failed while listing positions.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "positions_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    listSettlementsOfUser: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page of the same list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items on the page, 1 to 50.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Id of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a generated id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the user.
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page of settlements. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementsPage"];
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header or two.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor of another list, or a quote lacks a parameter; `details` lists all problems.
             */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "bad_request" | "invalid_id" | "invalid_query";
                            /** @description All validation failures. */
                            details?: string[];
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `api_key_forbidden`: the API key lacks the required scope.
             *
             *     `host_forbidden`: without API keys (`AUTH_MODE=off`), the Host header is neither a loopback name nor in `ALLOWED_HOSTS`.
             */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "api_key_forbidden" | "host_forbidden";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["user_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: the failure is unexpected and has no specific code.
             *
             *     `settlements_list_failed`: the database failed while listing settlements.
             */
            500: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "internal_error" | "settlements_list_failed";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description `database_unavailable`: no connection to the database was free in time, or it was lost.
             *
             *     `overloaded`: the service is too busy to respond in time.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "database_unavailable" | "overloaded";
                            /** @description Message for people. Programs use `code`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
}
