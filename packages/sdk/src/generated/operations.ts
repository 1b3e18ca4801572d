// Generated from the API's document by npm run openapi. Do not edit.

import type * as types from './types.js';

export const OPERATIONS = {
  cancelIntent: { method: 'POST', path: '/agent/intents/{intent_id}/cancel' },
  confirmIntent: { method: 'POST', path: '/agent/intents/{intent_id}/confirm' },
  createIntent: { method: 'POST', path: '/agent/intents' },
  createMarket: { method: 'POST', path: '/markets' },
  createTradeIntent: { method: 'POST', path: '/trade-intents' },
  disableWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/disable' },
  executeIntent: { method: 'POST', path: '/agent/intents/{intent_id}/execute' },
  freezeWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/freeze' },
  getContractMetadata: { method: 'GET', path: '/chain/contract' },
  getHealth: { method: 'GET', path: '/health' },
  getHistory: { method: 'GET', path: '/markets/{id}/history' },
  getIntent: { method: 'GET', path: '/agent/intents/{intent_id}' },
  getLlmsFullText: { method: 'GET', path: '/llms-full.txt' },
  getLlmsText: { method: 'GET', path: '/llms.txt' },
  getMarket: { method: 'GET', path: '/markets/{id}' },
  getOnboarding: { method: 'GET', path: '/agent/onboarding/{onboarding_id}' },
  getOpenApiDocument: { method: 'GET', path: '/openapi.json' },
  getPortfolio: { method: 'GET', path: '/agent/portfolio/{agent_id}' },
  getQuote: { method: 'GET', path: '/markets/{id}/quote' },
  getReadiness: { method: 'GET', path: '/readyz' },
  getReferencePage: { method: 'GET', path: '/docs' },
  getResolution: { method: 'GET', path: '/markets/{market_id}/resolution' },
  getServiceIndex: { method: 'GET', path: '/' },
  getSession: { method: 'GET', path: '/agent/sessions/{agent_id}' },
  getWallet: { method: 'GET', path: '/agent/wallets/{agent_id}' },
  getWalletBalance: { method: 'GET', path: '/agent/wallets/{agent_id}/balance' },
  listActivity: { method: 'GET', path: '/agent/activity/{agent_id}' },
  listAgentEvents: { method: 'GET', path: '/agent/events/{agent_id}' },
  listExecutions: { method: 'GET', path: '/agent/intents/{intent_id}/executions' },
  listIntents: { method: 'GET', path: '/agent/intents' },
  listMarketEvents: { method: 'GET', path: '/markets/{id}/events' },
  listMarkets: { method: 'GET', path: '/markets' },
  listMarketsForAgents: { method: 'GET', path: '/agent/markets' },
  listPositionsOfMarket: { method: 'GET', path: '/markets/{market_id}/positions' },
  listPositionsOfUser: { method: 'GET', path: '/users/{user_id}/positions' },
  listSettlementsOfMarket: { method: 'GET', path: '/markets/{market_id}/settlements' },
  listSettlementsOfUser: { method: 'GET', path: '/users/{user_id}/settlements' },
  registerWallet: { method: 'POST', path: '/agent/wallets' },
  requestFaucet: { method: 'POST', path: '/agent/wallets/{agent_id}/faucet' },
  startOnboarding: { method: 'POST', path: '/agent/onboarding/start' },
  unfreezeWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/unfreeze' },
  validateSchema: { method: 'GET', path: '/schema/validate' },
  verifyOnboarding: { method: 'POST', path: '/agent/onboarding/verify' },
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** Request and successful response of each operation. */
export interface Operations {
  cancelIntent: { data: types.CancelIntentData; answer: types.CancelIntentResponse };
  confirmIntent: { data: types.ConfirmIntentData; answer: types.ConfirmIntentResponse };
  createIntent: { data: types.CreateIntentData; answer: types.CreateIntentResponse };
  createMarket: { data: types.CreateMarketData; answer: types.CreateMarketResponse };
  createTradeIntent: { data: types.CreateTradeIntentData; answer: types.CreateTradeIntentResponse };
  disableWallet: { data: types.DisableWalletData; answer: types.DisableWalletResponse };
  executeIntent: { data: types.ExecuteIntentData; answer: types.ExecuteIntentResponse };
  freezeWallet: { data: types.FreezeWalletData; answer: types.FreezeWalletResponse };
  getContractMetadata: { data: types.GetContractMetadataData; answer: types.GetContractMetadataResponse };
  getHealth: { data: types.GetHealthData; answer: types.GetHealthResponse };
  getHistory: { data: types.GetHistoryData; answer: types.GetHistoryResponse };
  getIntent: { data: types.GetIntentData; answer: types.GetIntentResponse };
  getLlmsFullText: { data: types.GetLlmsFullTextData; answer: types.GetLlmsFullTextResponse };
  getLlmsText: { data: types.GetLlmsTextData; answer: types.GetLlmsTextResponse };
  getMarket: { data: types.GetMarketData; answer: types.GetMarketResponse };
  getOnboarding: { data: types.GetOnboardingData; answer: types.GetOnboardingResponse };
  getOpenApiDocument: { data: types.GetOpenApiDocumentData; answer: types.GetOpenApiDocumentResponse };
  getPortfolio: { data: types.GetPortfolioData; answer: types.GetPortfolioResponse };
  getQuote: { data: types.GetQuoteData; answer: types.GetQuoteResponse };
  getReadiness: { data: types.GetReadinessData; answer: types.GetReadinessResponse };
  getReferencePage: { data: types.GetReferencePageData; answer: types.GetReferencePageResponse };
  getResolution: { data: types.GetResolutionData; answer: types.GetResolutionResponse };
  getServiceIndex: { data: types.GetServiceIndexData; answer: types.GetServiceIndexResponse };
  getSession: { data: types.GetSessionData; answer: types.GetSessionResponse };
  getWallet: { data: types.GetWalletData; answer: types.GetWalletResponse };
  getWalletBalance: { data: types.GetWalletBalanceData; answer: types.GetWalletBalanceResponse };
  listActivity: { data: types.ListActivityData; answer: types.ListActivityResponse };
  listAgentEvents: { data: types.ListAgentEventsData; answer: types.ListAgentEventsResponse };
  listExecutions: { data: types.ListExecutionsData; answer: types.ListExecutionsResponse };
  listIntents: { data: types.ListIntentsData; answer: types.ListIntentsResponse };
  listMarketEvents: { data: types.ListMarketEventsData; answer: types.ListMarketEventsResponse };
  listMarkets: { data: types.ListMarketsData; answer: types.ListMarketsResponse };
  listMarketsForAgents: { data: types.ListMarketsForAgentsData; answer: types.ListMarketsForAgentsResponse };
  listPositionsOfMarket: { data: types.ListPositionsOfMarketData; answer: types.ListPositionsOfMarketResponse };
  listPositionsOfUser: { data: types.ListPositionsOfUserData; answer: types.ListPositionsOfUserResponse };
  listSettlementsOfMarket: { data: types.ListSettlementsOfMarketData; answer: types.ListSettlementsOfMarketResponse };
  listSettlementsOfUser: { data: types.ListSettlementsOfUserData; answer: types.ListSettlementsOfUserResponse };
  registerWallet: { data: types.RegisterWalletData; answer: types.RegisterWalletResponse };
  requestFaucet: { data: types.RequestFaucetData; answer: types.RequestFaucetResponse };
  startOnboarding: { data: types.StartOnboardingData; answer: types.StartOnboardingResponse };
  unfreezeWallet: { data: types.UnfreezeWalletData; answer: types.UnfreezeWalletResponse };
  validateSchema: { data: types.ValidateSchemaData; answer: types.ValidateSchemaResponse };
  verifyOnboarding: { data: types.VerifyOnboardingData; answer: types.VerifyOnboardingResponse };
}
