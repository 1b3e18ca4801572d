// Generated from the API's description by npm run openapi. Do not edit.

export interface paths {
    "/agent/activity/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an agent did
         * @description Intents and executions together, newest first; empty for an agent that nobody knows.
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
    "/agent/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an intent
         * @description Judges and records what the agent asks for; nothing is broadcast. Which fields are needed depends on `action`; those of other actions are ignored.
         *
         *     `client_request_id` makes it safe to repeat: the same key with the same request answers 200 with the intent as it stands, with another request 409.
         *
         *     `validation_result.checks` foresees what executing the intent now would come to: every rule with pass or fail and how far from it, the chain’s own simulation at a named block among them. A buy is quoted as well. What is foreseen refuses nothing, and stays on the intent as it was.
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
        /** Read an intent */
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
         * @description Cancels a preview, a confirmed intent, or a queued execution of which nothing can have been sent. Repeating it is fine. A body, if there is one, must be JSON and is ignored.
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
         * @description Answers the plan: what will be executed is exactly this. Repeating it is fine, and on a failed intent it allows a new attempt. A body, if there is one, must be JSON and is ignored.
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
         * @description Takes effect at most once, however often it is called. Waits for the result as long as `Prefer` says, thirty seconds by default; what is not finished by then is answered with 202 and goes on.
         *
         *     A client that lost the answer calls again: 409 `agent_intent_not_confirmed` says where the intent stands, and `Location` where the result is read. A body, if there is one, must be JSON and is ignored.
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
         * @description All attempts, newest first.
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
         * List markets in short
         * @description Lists the same markets with the terms that an agent chooses by.
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
        /** Read an onboarding */
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
         * Send the owner a passcode
         * @description Sends a six-digit passcode to the mailbox; a new start voids the one before. Five starts an hour for an agent and for a mailbox.
         *
         *     Once an agent has verified a mailbox, `wallet_update` is the way to loosen its wallet: the e-mail states it, and verifying applies exactly it.
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
         * Pass the passcode on
         * @description Gives the agent a wallet that can execute at once, and a session. A wallet that it has keeps its address, actions, cap and status, but for what `wallet_update` said. The passcode is used up only when all of it has worked.
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
        /** Read what an agent holds */
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
        /** Read an agent’s active session */
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
         * Register a wallet, or change what it may do
         * @description Without `agent_wallet_address` the provider makes the wallet. Sent again it changes the wallet; optional fields that are left out keep their value.
         *
         *     Once the owner has verified a mailbox, this may only tighten: fewer actions, a lower cap, `disabled`.
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
        /** Read an agent’s wallet */
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
         * Read what a wallet holds
         * @description What the wallet provider says; works on a disabled wallet too.
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
         * @description It executes nothing from now on. Repeating it is fine. A body, if there is one, must be JSON and is ignored.
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
         * Ask for test tokens
         * @description Once in a cooldown for the agent and for its address. A body, if there is one, must be JSON and is ignored.
         */
        post: operations["requestFaucet"];
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
         * Read this description as a page
         * @description Returns the API reference for people.
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
        /** Whether the process answers */
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
         * @description Returns the overview, the concepts, the agent’s guide and the table of errors in one text.
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
         * @description Returns the purpose of the service, the rules for acting, and every operation on a line.
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
         * @description Lists markets, newest first unless `sort` says otherwise.
         */
        get: operations["listMarkets"];
        put?: never;
        /**
         * Create a market record
         * @description Creates a record and nothing on the chain. Texts are trimmed; blank ones count as absent. `status`, `winning_outcome`, `resolved_at` and `settled_at` belong to the server: sending one is refused, even as null.
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
    "/markets/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the price history of a market
         * @description Returns open, high, low and close of the implied probability of YES, and the volume, newest first. `from` and `to` limit the start of the intervals; `next_cursor` leads further into the past.
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
         * @description Returns the effect of a buy on the pools and its payout, equal to the contract’s integers. Nothing is reserved: every buy moves the pools. `min_multiple` of a buy intent sets the lowest acceptable payout at sending.
         *
         *     The preview of a buy contains the same as `quote`.
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
         * @description Returns the outcome and its evidence. A market without a resolution is 404, like an unknown one.
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
         * Read this description as OpenAPI
         * @description Returns the OpenAPI document that the reference page and clients are made of.
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
         * Whether the service can work
         * @description Asks the database, and answers within two seconds whether or not it does.
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
        /** Whether the database has the schema that this process needs */
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
         * @description Records an intended trade and executes nothing. Agent intents trade on the chain.
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
        /** @description Something that an agent asked for, or one attempt at it. */
        ActivityItem: {
            /**
             * @description Its action.
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /** @description The stake, display units. */
            amount: string | null;
            /** @description The approval’s transaction; there for buys alone. */
            approve_transaction_hash?: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Why it failed, as a code. */
            error_code: string | null;
            /** @description Why it failed, for people. */
            error_message: string | null;
            /** @description The intent’s or the execution’s own id. */
            id: string;
            /** @description The intent. */
            intent_id: string;
            /** @description The market’s contract. */
            market_contract_address: string | null;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /**
             * @description How the market ended.
             * @enum {string|null}
             */
            outcome: "yes" | "no" | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled" | "queued" | "submitting" | "broadcast" | "unknown";
            /** @description The transaction. */
            transaction_hash: string | null;
            /**
             * @description Which of the two.
             * @enum {string}
             */
            type: "intent" | "execution";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description An agent’s wallet, and what it may do. */
        AgentWallet: {
            /** @description The agent. */
            agent_id: string;
            /** @description The wallet’s address, the agent’s for life; null until the provider has made it. */
            agent_wallet_address: string | null;
            /** @description The actions that it may execute. */
            allowed_actions: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[];
            /** @description Its network; only `CHAIN-TESTNET` executes. */
            chain: string;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Limits. */
            policy_metadata: {
                /** @description The most that one buy may spend; null for no cap. */
                max_trade_amount: string | null;
            };
            /** @description The program that registered it. */
            source_client: string | null;
            /**
             * @description A disabled wallet executes nothing.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The owner’s own wallet. */
            user_wallet: string | null;
            /** @description Who holds the key. */
            wallet_provider: string;
        };
        BuyIntent: {
            /**
             * @description What shall be done.
             * @enum {string}
             */
            action: "buy_yes" | "buy_no";
            /** @description The agent that acts. */
            agent_id: string;
            /** @description The stake, display units; never finer than the token. */
            amount: string;
            /** @description The idempotency key: the same key with the same request answers the same intent, however often it is sent. */
            client_request_id?: string | null;
            /** @description The market’s contract. */
            market_contract_address: string;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /** @description The least payout by stake that is still acceptable when the buy is sent. The payout may fall afterwards, when others buy. */
            min_multiple?: string | null;
            /** @description The program that asks; half of the idempotency key. */
            source_client?: string | null;
            /** @description The address of the agent’s user. */
            user_wallet: string;
        };
        /** @description One call of a contract. */
        Call: {
            /** @description Its arguments, without ref and deadline: base units and unix seconds. */
            args: string[];
            /**
             * @description Nothing is sent by a plan.
             * @constant
             */
            broadcast_performed: false;
            /** @description The network. */
            chain: string;
            /**
             * @description Which of the contracts that is.
             * @enum {string}
             */
            contract: "factory" | "market" | "collateral";
            /** @description The function. */
            function: string;
            /** @description The contract that is called. */
            to: string;
            /**
             * @description Native coins that go along: none.
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
             * @description Stakes on both outcomes together, display units.
             * @example 50
             */
            volume: string;
        };
        /** @description What one rule of execution said of the intent when it was made. */
        Check: {
            /** @description The block that the chain was read at. */
            as_of_block: number | null;
            /** @description What execution would answer. */
            code: string | null;
            /** @description How far from failing; negative: how far from passing. */
            headroom: string | null;
            /**
             * @description What that is counted in.
             * @enum {string|null}
             */
            headroom_unit: "collateral" | "native" | "seconds" | "multiple" | null;
            /** @description Why it does not pass. */
            message: string | null;
            /**
             * @description `unknown`: what it looks at could not be read, or is not there yet.
             * @enum {string}
             */
            result: "pass" | "fail" | "unknown";
            /**
             * @description The rule.
             * @enum {string}
             */
            rule: "wallet" | "chain" | "provisioned" | "allowed_action" | "max_trade_amount" | "execution" | "contract" | "market_state" | "simulation" | "min_multiple" | "gas" | "balance" | "duplicate";
        };
        /** @description Summary of a market: the terms that an agent chooses by. */
        CompactMarket: {
            /**
             * @description Category for filtering. Null if none.
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
             * @description Source of the outcome. Null if none was named.
             * @example IPMA, station Lisboa
             */
            resolution_source: string | null;
            /**
             * @description Current status. Opening and closing follow the clock.
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
             * @description Public HTTPS URL of an image. The service records it and never fetches it. Image data is refused.
             * @example https://images.example.com/lisbon.png
             */
            cover_image_url?: string | null;
            /**
             * Format: uuid
             * @description Id of the user that owns the market. Must exist.
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
        CreateMarketIntent: {
            /**
             * @description What shall be done.
             * @enum {string}
             */
            action: "create_market";
            /** @description The agent that acts. */
            agent_id: string;
            /** @description The idempotency key: the same key with the same request answers the same intent, however often it is sent. */
            client_request_id?: string | null;
            /** @description When buying ends; in the future. Fractions of a second are dropped. */
            close_timestamp: string;
            /** @description The token of the stakes: the one that `/chain/contract` names. */
            collateral_token: string;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /** @description The question. */
            question: string;
            /** @description Who may resolve the market. */
            resolver: string;
            /** @description The program that asks; half of the idempotency key. */
            source_client?: string | null;
            /** @description The address of the agent’s user. */
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
             * @description Quantity above 0, with at most 18 significant digits before the dot and 18 after it.
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
             * @description Id of the user that trades. The user need not exist.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        /** @description The body of every error response. */
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description Every validation failure. */
                details?: string[];
                /**
                 * @description Where its latest execution stands; null before the first.
                 * @enum {string|null}
                 */
                execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                /**
                 * @description Where the intent stands.
                 * @enum {string}
                 */
                intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                /** @description For people. Programs go by the code. */
                message: string;
            };
        };
        /**
         * @description Every code that an error can have. New ones may be added.
         * @enum {string}
         */
        ErrorCode: "bad_request" | "invalid_json" | "invalid_id" | "invalid_query" | "invalid_market_request" | "invalid_creator_user" | "invalid_trade_intent" | "market_not_open" | "agent_id_invalid" | "agent_intent_invalid" | "agent_wallet_missing" | "agent_onboarding_invalid" | "agent_wallet_invalid" | "api_key_invalid" | "api_key_forbidden" | "agent_action_forbidden" | "agent_policy_violation" | "not_found" | "market_not_found" | "resolution_not_found" | "agent_intent_not_found" | "agent_wallet_not_found" | "agent_session_not_found" | "agent_onboarding_not_found" | "method_not_allowed" | "request_timeout" | "agent_intent_not_confirmed" | "agent_intent_status_invalid" | "agent_intent_conflict" | "agent_wallet_status_invalid" | "agent_wallet_chain_invalid" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "markets_list_failed" | "market_get_failed" | "market_create_failed" | "trade_intent_create_failed" | "positions_list_failed" | "resolution_get_failed" | "settlements_list_failed" | "schema_validation_failed" | "agent_activity_get_failed" | "agent_portfolio_get_failed" | "provider_agent_wallet_execution_not_enabled" | "provider_agent_wallet_balance_not_configured" | "provider_agent_wallet_faucet_not_configured" | "agent_execution_failed" | "agent_wallet_provisioning_failed" | "provider_agent_wallet_balance_failed" | "provider_agent_wallet_faucet_failed" | "database_unavailable" | "agent_execution_config_invalid" | "overloaded";
        /** @description One attempt to execute an intent. */
        Execution: {
            /**
             * @description The intent’s action.
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /** @description The agent. */
            agent_id: string;
            /** @description The wallet that executes. */
            agent_wallet_address: string | null;
            /** @description The approval’s transaction; there for buys alone. */
            approve_transaction_hash?: string | null;
            /** @description Counts the intent’s attempts. */
            attempt: number;
            /** @description Whether a transaction may have been sent. */
            broadcast_performed: boolean;
            /**
             * Format: date-time
             * @description When it ended.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /** @description Why it failed, as a code. */
            error_code: string | null;
            /** @description Why it failed, for people. */
            error_message: string | null;
            /** @description Its id. */
            execution_id: string;
            /**
             * @description How it is executed.
             * @enum {string}
             */
            execution_mode: "provider_developer_wallet_api";
            /** @description The intent. */
            intent_id: string;
            /** @description The market’s contract, a new one included. */
            market_contract_address: string | null;
            /** @description Where it is executed. */
            network: string;
            readback: components["schemas"]["Readback"] | null;
            /** @description Whether another attempt can do no harm; null while that is not decided. */
            retry_safe: boolean | null;
            /**
             * @description Where it stands. `unknown` is temporary: the outcome is being found out, and nothing is sent again before it is.
             * @enum {string}
             */
            status: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled";
            /** @description The transaction. */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * @description What it waits for.
             * @enum {string|null}
             */
            waiting_for: "lane" | "block" | "provider" | "gas" | "paused" | null;
        };
        /** @description What executing the intent does on the chain, to the letter. */
        ExecutionPlan: {
            /**
             * @description Its action.
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            approval: components["schemas"]["Call"] | null;
            /**
             * @description Nothing is sent by a plan.
             * @constant
             */
            broadcast_performed: false;
            /**
             * @description How it will be executed.
             * @enum {string}
             */
            execution_mode: "provider_developer_wallet_api";
            /** @description The intent. */
            intent_id: string;
            /** @description Where it will be executed. */
            network: string;
            /**
             * @description That it is confirmed.
             * @enum {string}
             */
            status: "confirmed";
            /** @description A plan has no transaction. */
            transaction_hash: null;
            /** @description The call itself; for buys the approval comes first. */
            transaction_request: {
                /** @description Its arguments, without ref and deadline: base units and unix seconds. */
                args: string[];
                /**
                 * @description Nothing is sent by a plan.
                 * @constant
                 */
                broadcast_performed: false;
                /** @description The network. */
                chain: string;
                /**
                 * @description Which of the contracts that is.
                 * @enum {string}
                 */
                contract: "factory" | "market" | "collateral";
                /** @description Life of the call from the moment that it is armed. */
                deadline_seconds: number;
                /** @description The function. */
                function: string;
                /** @description The intent’s mark on the chain, which refuses a second effect under it. */
                ref: string;
                /** @description The contract that is called. */
                to: string;
                /**
                 * @description Native coins that go along: none.
                 * @enum {string}
                 */
                value: "0";
            };
        };
        /** @description A request for test tokens. */
        FaucetGrant: {
            /** @description The agent. */
            agent_id: string;
            /** @description The wallet’s address. */
            agent_wallet_address: string;
            /** @description Its network. */
            chain: string;
            /** @description Empty, or a message. */
            result: {
                /** @description What else is to be said. */
                message?: string;
            };
            /**
             * @description That it was asked for.
             * @enum {string}
             */
            status: "requested";
            /**
             * @description What was asked for; gas comes with it.
             * @enum {string}
             */
            token: "usdc";
        };
        /** @description Price history of a market. */
        History: {
            /**
             * @description Last indexed block. Null before the first.
             * @example 4711
             */
            as_of_block: number | null;
            /** @description Intervals, newest first. An interval without a buy is left out: its price is the previous close. */
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
        /** @description What an agent asks for. What its action does not use is null. */
        Intent: {
            /**
             * @description What shall be done.
             * @enum {string}
             */
            action: "create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /** @description The agent. */
            agent_id: string;
            /** @description The stake, display units. */
            amount: string | null;
            /** @description The idempotency key. */
            client_request_id: string | null;
            /**
             * Format: date-time
             * @description When buying ends.
             */
            close_timestamp: string | null;
            /** @description The token of the stakes. */
            collateral_token: string | null;
            /**
             * Format: date-time
             * @description When it was first confirmed.
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was executed.
             */
            executed_at: string | null;
            /** @description How many attempts there were. */
            executions_count: number;
            /** @description Its id. */
            intent_id: string;
            /**
             * @description Where the latest attempt stands.
             * @enum {string|null}
             */
            latest_execution_status: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
            /** @description The market’s contract. */
            market_contract_address: string | null;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /** @description The least payout by stake that a buy must bring when it is sent. */
            min_multiple: string | null;
            /**
             * @description How the market ended.
             * @enum {string|null}
             */
            outcome: "yes" | "no" | null;
            /** @description The question. */
            question: string | null;
            quote: components["schemas"]["Quote"] | null;
            /** @description Whether confirming comes next. */
            requires_confirmation: boolean;
            /** @description Who may resolve the market. */
            resolver: string | null;
            /** @description The program that asked. */
            source_client: string | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The address of the agent’s user. */
            user_wallet: string | null;
            /** @description `valid` and `errors` judge the request alone; `checks` evaluate what executing it would come to. */
            validation_result: {
                /** @description Every rule that execution asks, as it stood when the intent was made, by the evaluator that execution uses. None of them refuses a preview that is answered. */
                checks: components["schemas"]["Check"][];
                /** @description What is wrong. */
                errors: string[];
                /** @description Whether the request is valid; what is not is answered with 400. */
                valid: boolean;
            };
            /** @description What its agent should think about before it confirms. */
            warnings: string[];
        };
        /** @description What somebody else’s buy afterwards would make of it. */
        LaterBet: {
            /** @description What the other one stakes. */
            amount: string;
            on_other_outcome: components["schemas"]["PayoutTerms"];
            on_same_outcome: components["schemas"]["PayoutTerms"];
        };
        /** @description Market with two outcomes. */
        Market: {
            /**
             * @description Category for filtering. Null if none.
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
             * @description Public HTTPS URL of an image. Null if none.
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
             * @description Criteria for YES. Null if none were given.
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
             * @description Start of trading. Null for immediately.
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
             * @description Source of the outcome. Null if none was named.
             * @example IPMA, station Lisboa
             */
            resolution_source: string | null;
            resolution_terms: components["schemas"]["ResolutionTerms"];
            /**
             * Format: date-time
             * @description Time of the resolution. Null before it.
             * @example null
             */
            resolved_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last claimed payout. Null before it.
             * @example null
             */
            settled_at: string | null;
            /**
             * @description Current status. Opening and closing follow the clock.
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
        MarketIntent: {
            /**
             * @description What shall be done.
             * @enum {string}
             */
            action: "close_market" | "claim_payout" | "cancel_market" | "claim_refund";
            /** @description The agent that acts. */
            agent_id: string;
            /** @description The idempotency key: the same key with the same request answers the same intent, however often it is sent. */
            client_request_id?: string | null;
            /** @description The market’s contract. */
            market_contract_address: string;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /** @description The program that asks; half of the idempotency key. */
            source_client?: string | null;
            /** @description The address of the agent’s user. */
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
        /** @description One start of an onboarding. */
        Onboarding: {
            /** @description The agent. */
            agent_id: string;
            /** @description The network of the wallet. */
            chain: string;
            /** @description How the owner is talked to. */
            channel: string | null;
            /**
             * Format: date-time
             * @description When it was started.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when the passcode is taken.
             */
            expires_at: string;
            /** @description Its id. */
            onboarding_id: string;
            /** @description The program that asked. */
            source_client: string | null;
            /**
             * @description Where it stands; `locked` after five wrong passcodes.
             * @enum {string}
             */
            status: "pending_otp" | "verified" | "expired" | "locked";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The owner’s mailbox, masked: reads are public. */
            user_email: string;
            /** @description The owner’s own wallet. */
            user_wallet: string | null;
            /** @description Who holds the key. */
            wallet_provider: string;
        };
        /** @description State of the market’s contract at an indexed block. */
        OnchainMarket: {
            /**
             * @description Block that these values were read at.
             * @example 4711
             */
            as_of_block: number;
            /**
             * @description Hash of the transaction that deployed the contract.
             * @example 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b
             */
            deployment_transaction_hash: string;
            /**
             * @description Share of the YES pool in both pools, 0 to 1. Null while the pools are empty.
             * @example 0.25
             */
            implied_probability_yes: string | null;
            /**
             * @description Address of the market’s contract.
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
        /** @description What a stake would be paid. */
        PayoutTerms: {
            /** @description The payout, the stake included. */
            payout_if_won: string;
            /** @description Payout by stake, rounded down. */
            payout_multiple: string;
        };
        /** @description What an agent holds, as of one block. */
        Portfolio: {
            /** @description Stakes in markets that can still be bought. */
            active_positions_count: number;
            /** @description The agent. */
            agent_id: string;
            /** @description Its wallet. */
            agent_wallet_address: string | null;
            /** @description The block that all of it is as of; null when there was none to read. */
            as_of_block: number | null;
            /** @description The wallet’s network. */
            chain: string;
            /** @description Stakes that a claim would pay for. */
            claimable_refundable_count: number;
            /** @description The stakes. */
            positions: components["schemas"]["PortfolioPosition"][];
            /** @description All other stakes. */
            resolved_or_closed_positions_count: number;
            /** @description What is owed or was paid for them. */
            settlements: components["schemas"]["PortfolioSettlement"][];
            /** @description Cost of all stakes whose outcome is open. */
            total_exposure: string;
            /** @description Who holds the key. */
            wallet_provider: string;
        };
        /** @description A stake on one side of one market. */
        PortfolioPosition: {
            /**
             * @description The action that would claim it.
             * @enum {string|null}
             */
            claim_action: "claim_payout" | "claim_refund" | null;
            /** @description What `claim_payout` would pay. */
            claimable: string;
            /** @description What it cost. */
            cost: string;
            /** @description What it would bring now. */
            current_value: string;
            /** @description The market’s contract. */
            market_contract_address: string | null;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /**
             * @description The market’s status.
             * @enum {string}
             */
            market_status: "OPEN" | "TRADING_CLOSED" | "RESOLVED" | "CANCELLED";
            /**
             * @description The outcome that the stake is on.
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /** @description What was staked. */
            quantity: string;
            /** @description Profit that is certain and paid; negative for a loss. */
            realized_pnl: string;
            /** @description What `claim_refund` would give back. */
            refundable: string;
            /** @description Profit that is not paid yet. */
            unrealized_pnl: string;
        };
        /** @description What a decided market owes for one side, or has paid. */
        PortfolioSettlement: {
            /** @description How much. */
            amount: string;
            /** @description The market’s contract. */
            market_contract_address: string | null;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /**
             * @description The outcome that the stake is on.
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /**
             * Format: date-time
             * @description When it was claimed.
             */
            settled_at: string | null;
            /**
             * @description `PENDING` until it is claimed.
             * @enum {string}
             */
            status: "PENDING" | "SETTLED";
            /** @description The transaction of the claim. */
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
        /** @description What a buy would bring at the pools of one block, by the contract’s own arithmetic. */
        Quote: {
            /** @description The stake, display units. */
            amount: string;
            /** @description The block that the pools are of. */
            as_of_block: number;
            /** @description How likely the outcome must be for the buy not to lose on average at this payout; rounded up. */
            break_even_probability: string;
            /** @description The same after the buy. */
            implied_probability_after: string;
            /** @description The share of the outcome’s pool, from 0 to 1, rounded down; null while the pools are empty. */
            implied_probability_before: string | null;
            /** @description The odds are not locked: later buys on the same outcome dilute the payout, those on the other add to it. */
            later_bets: components["schemas"]["LaterBet"][];
            /** @description The market’s contract. */
            market_contract_address: string;
            /** @description All stakes on NO, before the buy. */
            no_pool: string;
            /**
             * @description What is bought.
             * @enum {string}
             */
            outcome: "YES" | "NO";
            /** @description What the contract would pay for this stake, itself included, if the market ended now with this outcome. */
            payout_if_won: string;
            /** @description Payout by stake, rounded down; at least 1. */
            payout_multiple: string;
            /** @description The payout less the stake. */
            profit_if_won: string;
            /** @description All stakes on YES, before the buy. */
            yes_pool: string;
        };
        QuoteResponse: {
            quote: components["schemas"]["Quote"];
        };
        /** @description What the contracts answered after the transaction: base units and numbers as strings. Which keys are there depends on the action. */
        Readback: {
            /** @description resolve_market and claim_payout: what a claim would pay the wallet now. */
            claimable_payout?: string | null;
            /** @description cancel_market and claim_refund: what a claim would give back now. */
            claimable_refund?: string | null;
            /** @description create_market: the new market’s contract. */
            created_market?: string | null;
            /** @description claims: whether the wallet has claimed. */
            has_claimed?: boolean | null;
            /** @description create_market: whether the factory knows it. */
            is_market?: boolean | null;
            /** @description close_market: whether it can still be bought. */
            is_open?: boolean | null;
            /** @description create_market: how many markets the factory has made. */
            market_count?: string | null;
            /**
             * @description the others: open, closed, resolved, cancelled.
             * @enum {string|null}
             */
            market_status?: "0" | "1" | "2" | "3" | null;
            /** @description buys: the wallet’s stake on NO. */
            no_positions?: string | null;
            /** @description buys: all stakes. */
            total_collateral?: string | null;
            /** @description buys: all stakes on NO. */
            total_no?: string | null;
            /** @description buys: all stakes on YES. */
            total_yes?: string | null;
            /**
             * @description resolve_market and claim_payout: undecided, YES, NO.
             * @enum {string|null}
             */
            winning_outcome?: "0" | "1" | "2" | null;
            /** @description buys: the wallet’s stake on YES. */
            yes_positions?: string | null;
        };
        RegisterWalletBody: {
            /** @description Whose wallet it is. */
            agent_id: string;
            /** @description An address that the agent has already; without it the provider makes one. */
            agent_wallet_address?: string | null;
            /** @description The actions that the wallet may execute. */
            allowed_actions: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[];
            /** @description The network; `CHAIN-TESTNET` by default, and the only one that executes. */
            chain?: string | null;
            /** @description Limits. An unknown key is refused, since a mistyped cap must not mean none. */
            policy_metadata?: {
                /** @description The most that one buy may spend, display units. Null takes the cap away, "0" blocks buys. */
                max_trade_amount?: string | null;
            } | null;
            /** @description The program that asks. */
            source_client?: string | null;
            /**
             * @description A disabled wallet executes nothing.
             * @enum {string|null}
             */
            status?: "active" | "disabled" | null;
            /** @description The owner’s own wallet, for information. */
            user_wallet?: string | null;
            /**
             * @description Who holds the key.
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
        /** @description Who resolves the market, and when. All but `source` are null for a market without a contract. */
        ResolutionTerms: {
            /**
             * Format: date-time
             * @description Earliest time at which anyone may cancel an unresolved market. Every stake is then refunded.
             * @example 2100-01-07T18:00:00.000Z
             */
            cancellable_by_anyone_at: string | null;
            /**
             * Format: date-time
             * @description Earliest time at which creator or resolver may close the market. Buying ends then in any case.
             * @example 2099-12-31T18:00:00.000Z
             */
            closable_at: string | null;
            /**
             * Format: date-time
             * @description Earliest time at which the resolver may name the outcome, closed or not.
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
             * @description Source of the outcome. Null if none was named.
             * @example IPMA, station Lisboa
             */
            source: string | null;
        };
        ResolveMarketIntent: {
            /**
             * @description What shall be done.
             * @enum {string}
             */
            action: "resolve_market";
            /** @description The agent that acts. */
            agent_id: string;
            /** @description The idempotency key: the same key with the same request answers the same intent, however often it is sent. */
            client_request_id?: string | null;
            /** @description The market’s contract. */
            market_contract_address: string;
            /** @description The agent’s own name of the market. */
            market_id: string;
            /**
             * @description How it ended; `1` is yes and `2` is no. In any case.
             * @enum {unknown}
             */
            outcome: "yes" | "1" | "no" | "2";
            /** @description The program that asks; half of the idempotency key. */
            source_client?: string | null;
            /** @description The address of the agent’s user. */
            user_wallet: string;
        };
        /** @description The database’s schema, compared with what this process needs. */
        SchemaReport: {
            /** @description Whether a migration that this process needs is missing. */
            dirty: boolean;
            /** @description The number of the newest migration that the database has, 0 for none. */
            migration_version: number;
            /** @description The tables that are missing. */
            missing_tables: string[];
            /**
             * @description Whether the schema is what it should be.
             * @enum {string}
             */
            status: "ok" | "error";
        };
        /** @description What an agent gets for a completed onboarding. It opens nothing by itself. */
        Session: {
            /** @description The agent. */
            agent_id: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when it counts.
             */
            expires_at: string;
            /** @description The onboarding that made it. */
            onboarding_id: string;
            /** @description Its id. */
            session_id: string;
            /**
             * @description Whether it still counts.
             * @enum {string}
             */
            status: "active" | "expired";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description Payout or refund that an ended market owes a user or has paid. */
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
             * @description Time of the claim. Null before it.
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
             * @description Hash of the claim’s transaction. Null before the claim.
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
             * @description Id of the user that is paid.
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
        StartOnboardingBody: {
            /** @description The agent that is onboarded. */
            agent_id: string;
            /** @description How the owner is talked to. */
            channel?: string | null;
            /** @description The program that asks. */
            source_client?: string | null;
            /**
             * Format: email
             * @description Where the passcode goes. Reads show it masked.
             */
            user_email: string;
            /** @description The owner’s own wallet, for information. */
            user_wallet?: string | null;
            /** @description What the wallet shall be allowed from now on. The e-mail states it, and verifying applies exactly it: the way to loosen a wallet. */
            wallet_update?: {
                /** @description The actions that the wallet may execute. */
                allowed_actions?: ("create_market" | "buy_yes" | "buy_no" | "close_market" | "resolve_market" | "claim_payout" | "cancel_market" | "claim_refund")[] | null;
                /** @description Limits. */
                policy_metadata?: {
                    /** @description The most that one buy may spend, display units. Null takes the cap away, "0" blocks buys. */
                    max_trade_amount?: string | null;
                } | null;
                /**
                 * @description A disabled wallet executes nothing.
                 * @enum {string|null}
                 */
                status?: "active" | "disabled" | null;
            } | null;
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
             * @description Id of the user that trades.
             * @example 00000000-0000-4000-8000-000000000001
             */
            user_id: string;
        };
        /** @description Statement that the trade is only a record. */
        TradeExecution: {
            /**
             * @description Reason in words, for people.
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
        VerifyOnboardingBody: {
            /** @description What `start` answered. */
            onboarding_id: string;
            /** @description The passcode of the e-mail: six digits, valid ten minutes, five attempts. */
            otp: string;
        };
        /** @description What the provider says that a wallet holds. */
        WalletBalance: {
            /** @description The agent. */
            agent_id: string;
            /** @description The wallet’s address. */
            agent_wallet_address: string;
            /** @description One entry a token; the collateral is listed even at "0". */
            balances: {
                /** @description How much, display units. */
                amount: string;
                /** @description The token. */
                token: {
                    /** @description Its contract; null for the native coin. */
                    address: string | null;
                    /** @description The provider’s name of the network. */
                    blockchain: string;
                    /** @description Digits of its smallest unit. */
                    decimals: number;
                    /** @description Its name. */
                    name: string;
                    /** @description Its symbol. */
                    symbol: string;
                };
            }[];
            /** @description Its network. */
            chain: string;
        };
    };
    responses: {
        /** @description `agent_execution_failed`: the execution ended without effect; its record says why, and whether confirming and executing anew is safe (`retry_safe`). */
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
                         * @description Where its latest execution stands; null before the first.
                         * @enum {string|null}
                         */
                        execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                        /**
                         * @description Where the intent stands.
                         * @enum {string}
                         */
                        intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_conflict`: the same `source_client` and `client_request_id` came before with other contents. */
        agent_intent_conflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "agent_intent_conflict";
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_not_found`: no intent has this id. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_intent_status_invalid`: the intent’s status does not allow this step: an executed intent cannot be cancelled. */
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
                         * @description Where its latest execution stands; null before the first.
                         * @enum {string|null}
                         */
                        execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                        /**
                         * @description Where the intent stands.
                         * @enum {string}
                         */
                        intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_onboarding_not_found`: no onboarding has this id. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_session_not_found`: the agent has no session that is still active; verifying an onboarding makes one. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_wallet_not_found`: the agent has registered no wallet. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `agent_wallet_provisioning_failed`: the wallet provider could not make a wallet. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description Any other error, in the same envelope. */
        any_other: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `api_key_forbidden`: the API key has not the scope that the write needs, or is bound to another agent than the one it writes for. */
        api_key_forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "api_key_forbidden";
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `api_key_invalid`: the service asks for API keys (`AUTH_MODE=api_key`), and a write has none, or one that is unknown, expired or revoked. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description Any other client error, in the common envelope. */
        client_error: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `internal_error`: something failed that has no code of its own. */
        internal_error: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "internal_error";
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `market_not_found`: no market has this id, or it is no UUID. */
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
                        /** @description Text for people. Programs use the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `overloaded`: the service is too busy to answer in time. */
        overloaded: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "overloaded";
                        /** @description For people. Programs go by the code. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_balance_failed`: the wallet provider did not answer the balance in time, or failed. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_balance_not_configured`: balances are switched off, or no wallet provider is configured. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_execution_not_enabled`: execution is switched off (`EXECUTION_ENABLED`). */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_faucet_failed`: the wallet provider refused the faucet request, or did not answer; the cooldown runs. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `provider_agent_wallet_faucet_not_configured`: the faucet is switched off, or no wallet provider is configured. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `rate_limited`: an hour’s passcodes are used up, the faucet’s cooldown is not over, or the client’s requests of a minute are (`RATE_LIMIT`). */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `request_timeout`: the request did not arrive whole within ten seconds, or its headers within five. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description `resolution_not_found`: the market is not resolved, or there is no such market. */
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
                        /** @description Text for people. Programs use the code. */
                        message: string;
                    };
                };
            };
        };
        /** @description Any other server error, in the common envelope. */
        server_error: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: the body declares to be something other than plain JSON. */
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
                        /** @description For people. Programs go by the code. */
                        message: string;
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
         * @example order-4711
         */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Path of the executions of the intent.
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
         * @description Id of the request: the one that was sent, or a new one.
         * @example order-4711
         */
        "X-Request-ID": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listActivity: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before, from this very list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description The most items that the page may have.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activity. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activity: {
                            /** @description The agent. */
                            agent_id: string;
                            /** @description The activity. */
                            items: components["schemas"]["ActivityItem"][];
                            /** @description Where the next page starts, to be sent as `cursor`; null on the last page. */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "agent_id_invalid" | "invalid_query" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `agent_activity_get_failed`: the database failed while it read the activity.
             *
             *     `internal_error`: something failed that has no code of its own.
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
                            code: "agent_activity_get_failed" | "internal_error";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    createIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMarketIntent"] | components["schemas"]["BuyIntent"] | components["schemas"]["ResolveMarketIntent"] | components["schemas"]["MarketIntent"];
            };
        };
        responses: {
            /** @description The intent that this key already made, as it stands. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        intent: components["schemas"]["Intent"];
                    };
                };
            };
            /** @description The new intent, a preview. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        intent: components["schemas"]["Intent"];
                    };
                };
            };
            /**
             * @description `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `agent_intent_invalid`: a field that the action needs is missing or invalid; `details` names each.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "invalid_json" | "agent_id_invalid" | "agent_intent_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `agent_action_forbidden`: the action is not among the wallet’s `allowed_actions`, at preview, confirm or execute.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or would bring less than its `min_multiple`, an operator has paused the action, or a wallet with a verified mailbox would be loosened.
             *
             *     `api_key_forbidden`: the API key has not the scope that the write needs, or is bound to another agent than the one it writes for.
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
                            code: "agent_action_forbidden" | "agent_policy_violation" | "api_key_forbidden";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            409: components["responses"]["agent_intent_conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    getIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The intent’s id.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The intent as it stands. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        intent: components["schemas"]["Intent"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    cancelIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The intent’s id.
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
                    "application/json": {
                        intent: components["schemas"]["Intent"];
                    };
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
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
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["agent_intent_status_invalid"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    confirmIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The intent’s id.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        execution_plan: components["schemas"]["ExecutionPlan"];
                    };
                };
            };
            /**
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
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
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `agent_action_forbidden`: the action is not among the wallet’s `allowed_actions`, at preview, confirm or execute.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or would bring less than its `min_multiple`, an operator has paused the action, or a wallet with a verified mailbox would be loosened.
             *
             *     `api_key_forbidden`: the API key has not the scope that the write needs, or is bound to another agent than the one it writes for.
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
                            code: "agent_action_forbidden" | "agent_policy_violation" | "api_key_forbidden";
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    executeIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How long to wait for the result: `wait=SECONDS`, at most 60, or `respond-async` for not at all.
                 * @example wait=10
                 */
                Prefer?: string;
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The intent’s id.
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
                    "application/json": {
                        execution: components["schemas"]["Execution"];
                    };
                };
            };
            /** @description The execution as it stands: it goes on. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        execution: components["schemas"]["Execution"];
                    };
                };
            };
            /**
             * @description `agent_wallet_missing`: an intent is executed whose agent has no registered wallet.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
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
                            code: "agent_wallet_missing" | "bad_request" | "invalid_json";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `agent_action_forbidden`: the action is not among the wallet’s `allowed_actions`, at preview, confirm or execute.
             *
             *     `agent_policy_violation`: a buy exceeds `max_trade_amount` or would bring less than its `min_multiple`, an operator has paused the action, or a wallet with a verified mailbox would be loosened.
             *
             *     `api_key_forbidden`: the API key has not the scope that the write needs, or is bound to another agent than the one it writes for.
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
                            code: "agent_action_forbidden" | "agent_policy_violation" | "api_key_forbidden";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_intent_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_intent_not_confirmed`: an intent is executed that is not `confirmed`; `intent_status`, `execution_status` and `Location` say where it stands.
             *
             *     `agent_intent_status_invalid`: the intent’s status does not allow this step: an executed intent cannot be cancelled.
             *
             *     `agent_wallet_status_invalid`: the wallet is disabled, or the provider holds no wallet for this agent (yet).
             *
             *     `agent_wallet_chain_invalid`: the wallet is recorded for another chain than `CHAIN-TESTNET`.
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
                             * @description Where its latest execution stands; null before the first.
                             * @enum {string|null}
                             */
                            execution_status?: "queued" | "submitting" | "broadcast" | "unknown" | "executed" | "failed" | "cancelled" | null;
                            /**
                             * @description Where the intent stands.
                             * @enum {string}
                             */
                            intent_status?: "preview" | "confirmed" | "executing" | "executed" | "failed" | "cancelled";
                            /** @description For people. Programs go by the code. */
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
            501: components["responses"]["provider_agent_wallet_execution_not_enabled"];
            502: components["responses"]["agent_execution_failed"];
            /**
             * @description `agent_execution_config_invalid`: the wallet provider is not configured, or refuses the service’s credentials.
             *
             *     `overloaded`: the service is too busy to answer in time.
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
                            code: "agent_execution_config_invalid" | "overloaded";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            default: components["responses"]["any_other"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of the page before, from this very list.
                 * @example OgnmmpDVtjEqMjAyNi0wNi0wMVQwOTowMDowMC4wMDBaIDNmOGUyYzFh
                 */
                cursor?: string;
                /**
                 * @description The most items that the page may have.
                 * @example 10
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The intent’s id.
                 * @example agent_intent_5d41402abc4b4a76b9719d911017c592
                 */
                intent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The executions. */
                        executions: components["schemas"]["Execution"][];
                        /** @description Where the next page starts, to be sent as `cursor`; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /**
             * @description `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "invalid_query" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    listMarketsForAgents: {
        parameters: {
            query?: {
                /**
                 * @description Category of the markets, compared exactly.
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
                 * @description Part of the title, in any case.
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
            };
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `markets_list_failed`: the database failed while it listed markets.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    getOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The onboarding’s id.
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
                    "application/json": {
                        onboarding: components["schemas"]["Onboarding"];
                    };
                };
            };
            400: components["responses"]["bad_request"];
            404: components["responses"]["agent_onboarding_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    startOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            /** @description The onboarding; the passcode is on its way. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when the passcode is taken.
                         */
                        expires_at: string;
                        /**
                         * @description What comes next.
                         * @enum {string}
                         */
                        next_step: "otp_required";
                        onboarding: components["schemas"]["Onboarding"];
                    };
                };
            };
            /**
             * @description `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `agent_onboarding_invalid`: a field is invalid, the passcode is wrong, used, expired or locked, or the agent has verified another mailbox.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "invalid_json" | "agent_id_invalid" | "agent_onboarding_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    verifyOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            /** @description The agent is ready. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_session: components["schemas"]["Session"];
                        agent_wallet: components["schemas"]["AgentWallet"];
                        /**
                         * @description Nothing is left to do.
                         * @enum {string}
                         */
                        next_step: "ready";
                        onboarding: components["schemas"]["Onboarding"];
                    };
                };
            };
            /**
             * @description `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `agent_onboarding_invalid`: a field is invalid, the passcode is wrong, used, expired or locked, or the agent has verified another mailbox.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "invalid_json" | "agent_onboarding_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            404: components["responses"]["agent_onboarding_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            502: components["responses"]["agent_wallet_provisioning_failed"];
            /**
             * @description `agent_execution_config_invalid`: the wallet provider is not configured, or refuses the service’s credentials.
             *
             *     `overloaded`: the service is too busy to answer in time.
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
                            code: "agent_execution_config_invalid" | "overloaded";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            default: components["responses"]["any_other"];
        };
    };
    getPortfolio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
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
                    "application/json": {
                        portfolio: components["schemas"]["Portfolio"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "agent_id_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
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
             * @description `agent_portfolio_get_failed`: the database or the chain failed while the portfolio was read.
             *
             *     `internal_error`: something failed that has no code of its own.
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
                            code: "agent_portfolio_get_failed" | "internal_error";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
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
                    "application/json": {
                        agent_session: components["schemas"]["Session"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "agent_id_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    registerWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            /** @description The wallet as it is now. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_wallet: components["schemas"]["AgentWallet"];
                    };
                };
            };
            /** @description The new wallet. Its address is null while the provider takes its time. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_wallet: components["schemas"]["AgentWallet"];
                    };
                };
            };
            /**
             * @description `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `agent_wallet_invalid`: a field of the registration is invalid, or the address is not this agent’s; `details` names each.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "invalid_json" | "agent_id_invalid" | "agent_wallet_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            /**
             * @description `agent_policy_violation`: a buy exceeds `max_trade_amount` or would bring less than its `min_multiple`, an operator has paused the action, or a wallet with a verified mailbox would be loosened.
             *
             *     `api_key_forbidden`: the API key has not the scope that the write needs, or is bound to another agent than the one it writes for.
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
                            code: "agent_policy_violation" | "api_key_forbidden";
                            /** @description For people. Programs go by the code. */
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
            500: components["responses"]["internal_error"];
            502: components["responses"]["agent_wallet_provisioning_failed"];
            /**
             * @description `agent_execution_config_invalid`: the wallet provider is not configured, or refuses the service’s credentials.
             *
             *     `overloaded`: the service is too busy to answer in time.
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
                            code: "agent_execution_config_invalid" | "overloaded";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            default: components["responses"]["any_other"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
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
                    "application/json": {
                        agent_wallet: components["schemas"]["AgentWallet"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "agent_id_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    getWalletBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_wallet_balance: components["schemas"]["WalletBalance"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
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
                            code: "agent_id_invalid" | "bad_request";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_wallet_chain_invalid`: the wallet is recorded for another chain than `CHAIN-TESTNET`.
             *
             *     `agent_wallet_status_invalid`: the wallet is disabled, or the provider holds no wallet for this agent (yet).
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
                            code: "agent_wallet_chain_invalid" | "agent_wallet_status_invalid";
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    disableWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
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
                    "application/json": {
                        agent_wallet: components["schemas"]["AgentWallet"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
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
                            code: "agent_id_invalid" | "bad_request" | "invalid_json";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    requestFaucet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The agent’s id: `agent_` and 4 to 74 of A-Z, a-z, 0-9, `_` and `-`.
                 * @example agent_alice_01
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was made. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_wallet_faucet: components["schemas"]["FaucetGrant"];
                    };
                };
            };
            /**
             * @description `agent_id_invalid`: `agent_id` is missing, malformed, too short or a placeholder; it is judged before any other field.
             *
             *     `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
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
                            code: "agent_id_invalid" | "bad_request" | "invalid_json";
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            404: components["responses"]["agent_wallet_not_found"];
            408: components["responses"]["request_timeout"];
            /**
             * @description `agent_wallet_status_invalid`: the wallet is disabled, or the provider holds no wallet for this agent (yet).
             *
             *     `agent_wallet_chain_invalid`: the wallet is recorded for another chain than `CHAIN-TESTNET`.
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
                            /** @description For people. Programs go by the code. */
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
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    getContractMetadata: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
        };
    };
    getReferencePage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description All is well.
                         * @enum {string}
                         */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["bad_request"];
            408: components["responses"]["request_timeout"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
            default: components["responses"]["any_other"];
        };
    };
    getLlmsFullText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
        };
    };
    listMarkets: {
        parameters: {
            query?: {
                /**
                 * @description Category of the markets, compared exactly.
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
                 * @description Part of the title, in any case.
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
            };
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `markets_list_failed`: the database failed while it listed markets.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    createMarket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `invalid_market_request`: a field of the market is missing or invalid, or the server’s own; `details` names each.
             *
             *     `invalid_creator_user`: `creator_user_id` is a UUID that belongs to no user.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `market_create_failed`: the database failed while it recorded the market.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    getMarket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `market_get_failed`: the database failed while it read the market.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `market_get_failed`: the database failed while it read the market.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    getQuote: {
        parameters: {
            query: {
                /**
                 * @description Stake above 0, display units, with no more decimals than the token has.
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
             *
             *     `market_not_open`: the market does not take trades at this moment: not yet, or no longer.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `market_get_failed`: the database failed while it read the market.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `positions_list_failed`: the database failed while it listed positions.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    getResolution: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            404: components["responses"]["resolution_not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `resolution_get_failed`: the database failed while it read the resolution.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `settlements_list_failed`: the database failed while it listed settlements.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["overloaded"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database answers. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description All is well.
                         * @enum {string}
                         */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["bad_request"];
            408: components["responses"]["request_timeout"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            /**
             * @description `database_unavailable`: the database cannot be reached.
             *
             *     `overloaded`: the service is too busy to answer in time.
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
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            default: components["responses"]["any_other"];
        };
    };
    validateSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
                 * @example order-4711
                 */
                "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has. */
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
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `schema_validation_failed`: the database failed while its schema was read.
             *
             *     `internal_error`: something failed that has no code of its own.
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
                            code: "schema_validation_failed" | "internal_error";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            /**
             * @description It has not: the one error without the envelope.
             *
             *     `overloaded`: the service is too busy to answer in time.
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
                            code: "overloaded";
                            /** @description For people. Programs go by the code. */
                            message: string;
                        };
                    };
                };
            };
            default: components["responses"]["any_other"];
        };
    };
    createTradeIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_json`: the body is empty where one is needed, or is not JSON in UTF-8.
             *
             *     `invalid_trade_intent`: a field of the trade intent is missing or invalid; `details` names each.
             *
             *     `market_not_open`: the market does not take trades at this moment: not yet, or no longer.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            401: components["responses"]["api_key_invalid"];
            403: components["responses"]["api_key_forbidden"];
            404: components["responses"]["market_not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `trade_intent_create_failed`: the database failed while it recorded the trade intent.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `positions_list_failed`: the database failed while it listed positions.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
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
                 * @description Name of the request in logs and records: 1 to 200 printable ASCII characters after trimming. Any other value is replaced by a new id.
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
            "4XX": components["responses"]["client_error"];
            "5XX": components["responses"]["server_error"];
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
             * @description `bad_request`: the request is not valid HTTP/1.1, or has no Host header.
             *
             *     `invalid_id`: the id in the path of a list is not a UUID.
             *
             *     `invalid_query`: a list has an unknown or invalid query parameter or a cursor that it did not give out, or a quote lacks one; `details` names each.
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
                            /** @description Every validation failure. */
                            details?: string[];
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            /**
             * @description `internal_error`: something failed that has no code of its own.
             *
             *     `settlements_list_failed`: the database failed while it listed settlements.
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
                            /** @description Text for people. Programs use the code. */
                            message: string;
                        };
                    };
                };
            };
            503: components["responses"]["overloaded"];
        };
    };
}
