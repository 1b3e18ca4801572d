// Generated from the API's document by npm run openapi. Do not edit.

import type * as types from './types.js';

export const OPERATIONS = {
  act: { method: 'POST', path: '/agent/actions', hasBody: true },
  approveIntent: { method: 'POST', path: '/agent/intents/{intent_id}/approve', hasBody: true },
  cancelIntent: { method: 'POST', path: '/agent/intents/{intent_id}/cancel' },
  confirmIntent: { method: 'POST', path: '/agent/intents/{intent_id}/confirm' },
  countMarkets: { method: 'GET', path: '/markets/facets' },
  createIntent: { method: 'POST', path: '/agent/intents', hasBody: true },
  createMarket: { method: 'POST', path: '/markets', hasBody: true },
  createTradeIntent: { method: 'POST', path: '/trade-intents', hasBody: true },
  createWebhook: { method: 'POST', path: '/agent/webhooks', hasBody: true },
  deleteWebhook: { method: 'DELETE', path: '/agent/webhooks/{webhook_id}' },
  disableWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/disable' },
  executeIntent: { method: 'POST', path: '/agent/intents/{intent_id}/execute' },
  freezeWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/freeze' },
  getAccount: { method: 'GET', path: '/account' },
  getBudget: { method: 'GET', path: '/agent/wallets/{agent_id}/budget' },
  getConsoleFile: { method: 'GET', path: '/console/{file}' },
  getConsolePage: { method: 'GET', path: '/console' },
  getContractMetadata: { method: 'GET', path: '/chain/contract' },
  getExecutionReport: { method: 'GET', path: '/ops/executions/{execution_id}' },
  getHealth: { method: 'GET', path: '/health' },
  getHistory: { method: 'GET', path: '/markets/{id}/history' },
  getIntent: { method: 'GET', path: '/agent/intents/{intent_id}' },
  getLlmsFullText: { method: 'GET', path: '/llms-full.txt' },
  getLlmsText: { method: 'GET', path: '/llms.txt' },
  getMarket: { method: 'GET', path: '/markets/{id}' },
  getOnboarding: { method: 'GET', path: '/agent/onboarding/{onboarding_id}' },
  getOpenApiDocument: { method: 'GET', path: '/openapi.json' },
  getOverview: { method: 'GET', path: '/ops/overview' },
  getPortfolio: { method: 'GET', path: '/agent/portfolio/{agent_id}' },
  getQuote: { method: 'GET', path: '/markets/{id}/quote' },
  getReadiness: { method: 'GET', path: '/readyz' },
  getReferencePage: { method: 'GET', path: '/docs' },
  getResolution: { method: 'GET', path: '/markets/{market_id}/resolution' },
  getServiceIndex: { method: 'GET', path: '/' },
  getSession: { method: 'GET', path: '/agent/sessions/{agent_id}' },
  getSkill: { method: 'GET', path: '/skill.md' },
  getWallet: { method: 'GET', path: '/agent/wallets/{agent_id}' },
  getWalletBalance: { method: 'GET', path: '/agent/wallets/{agent_id}/balance' },
  listActivity: { method: 'GET', path: '/agent/activity/{agent_id}' },
  listAgentEvents: { method: 'GET', path: '/agent/events/{agent_id}' },
  listAllExecutions: { method: 'GET', path: '/ops/executions' },
  listAuditLog: { method: 'GET', path: '/ops/audit' },
  listExecutions: { method: 'GET', path: '/agent/intents/{intent_id}/executions' },
  listIntents: { method: 'GET', path: '/agent/intents' },
  listLanes: { method: 'GET', path: '/ops/lanes' },
  listMarketEvents: { method: 'GET', path: '/markets/{id}/events' },
  listMarkets: { method: 'GET', path: '/markets' },
  listMarketsForAgents: { method: 'GET', path: '/agent/markets' },
  listPositionsOfMarket: { method: 'GET', path: '/markets/{market_id}/positions' },
  listPositionsOfUser: { method: 'GET', path: '/users/{user_id}/positions' },
  listSettlementsOfMarket: { method: 'GET', path: '/markets/{market_id}/settlements' },
  listSettlementsOfUser: { method: 'GET', path: '/users/{user_id}/settlements' },
  listSimilarMarkets: { method: 'GET', path: '/markets/{id}/similar' },
  listWebhooks: { method: 'GET', path: '/agent/webhooks' },
  registerWallet: { method: 'POST', path: '/agent/wallets', hasBody: true },
  requestFaucet: { method: 'POST', path: '/agent/wallets/{agent_id}/faucet' },
  resumeWebhook: { method: 'POST', path: '/agent/webhooks/{webhook_id}/resume' },
  rotateWebhookSecret: { method: 'POST', path: '/agent/webhooks/{webhook_id}/rotate' },
  startOnboarding: { method: 'POST', path: '/agent/onboarding/start', hasBody: true },
  testWebhook: { method: 'POST', path: '/agent/webhooks/{webhook_id}/test' },
  unfreezeWallet: { method: 'POST', path: '/agent/wallets/{agent_id}/unfreeze' },
  validateSchema: { method: 'GET', path: '/schema/validate' },
  verifyOnboarding: { method: 'POST', path: '/agent/onboarding/verify', hasBody: true },
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** Request and successful response of each operation. */
export interface Operations {
  act: { data: types.ActData; answer: types.ActResponse };
  approveIntent: { data: types.ApproveIntentData; answer: types.ApproveIntentResponse };
  cancelIntent: { data: types.CancelIntentData; answer: types.CancelIntentResponse };
  confirmIntent: { data: types.ConfirmIntentData; answer: types.ConfirmIntentResponse };
  countMarkets: { data: types.CountMarketsData; answer: types.CountMarketsResponse };
  createIntent: { data: types.CreateIntentData; answer: types.CreateIntentResponse };
  createMarket: { data: types.CreateMarketData; answer: types.CreateMarketResponse };
  createTradeIntent: { data: types.CreateTradeIntentData; answer: types.CreateTradeIntentResponse };
  createWebhook: { data: types.CreateWebhookData; answer: types.CreateWebhookResponse };
  deleteWebhook: { data: types.DeleteWebhookData; answer: types.DeleteWebhookResponse };
  disableWallet: { data: types.DisableWalletData; answer: types.DisableWalletResponse };
  executeIntent: { data: types.ExecuteIntentData; answer: types.ExecuteIntentResponse };
  freezeWallet: { data: types.FreezeWalletData; answer: types.FreezeWalletResponse };
  getAccount: { data: types.GetAccountData; answer: types.GetAccountResponse };
  getBudget: { data: types.GetBudgetData; answer: types.GetBudgetResponse };
  getConsoleFile: { data: types.GetConsoleFileData; answer: types.GetConsoleFileResponse };
  getConsolePage: { data: types.GetConsolePageData; answer: types.GetConsolePageResponse };
  getContractMetadata: { data: types.GetContractMetadataData; answer: types.GetContractMetadataResponse };
  getExecutionReport: { data: types.GetExecutionReportData; answer: types.GetExecutionReportResponse };
  getHealth: { data: types.GetHealthData; answer: types.GetHealthResponse };
  getHistory: { data: types.GetHistoryData; answer: types.GetHistoryResponse };
  getIntent: { data: types.GetIntentData; answer: types.GetIntentResponse };
  getLlmsFullText: { data: types.GetLlmsFullTextData; answer: types.GetLlmsFullTextResponse };
  getLlmsText: { data: types.GetLlmsTextData; answer: types.GetLlmsTextResponse };
  getMarket: { data: types.GetMarketData; answer: types.GetMarketResponse };
  getOnboarding: { data: types.GetOnboardingData; answer: types.GetOnboardingResponse };
  getOpenApiDocument: { data: types.GetOpenApiDocumentData; answer: types.GetOpenApiDocumentResponse };
  getOverview: { data: types.GetOverviewData; answer: types.GetOverviewResponse };
  getPortfolio: { data: types.GetPortfolioData; answer: types.GetPortfolioResponse };
  getQuote: { data: types.GetQuoteData; answer: types.GetQuoteResponse };
  getReadiness: { data: types.GetReadinessData; answer: types.GetReadinessResponse };
  getReferencePage: { data: types.GetReferencePageData; answer: types.GetReferencePageResponse };
  getResolution: { data: types.GetResolutionData; answer: types.GetResolutionResponse };
  getServiceIndex: { data: types.GetServiceIndexData; answer: types.GetServiceIndexResponse };
  getSession: { data: types.GetSessionData; answer: types.GetSessionResponse };
  getSkill: { data: types.GetSkillData; answer: types.GetSkillResponse };
  getWallet: { data: types.GetWalletData; answer: types.GetWalletResponse };
  getWalletBalance: { data: types.GetWalletBalanceData; answer: types.GetWalletBalanceResponse };
  listActivity: { data: types.ListActivityData; answer: types.ListActivityResponse };
  listAgentEvents: { data: types.ListAgentEventsData; answer: types.ListAgentEventsResponse };
  listAllExecutions: { data: types.ListAllExecutionsData; answer: types.ListAllExecutionsResponse };
  listAuditLog: { data: types.ListAuditLogData; answer: types.ListAuditLogResponse };
  listExecutions: { data: types.ListExecutionsData; answer: types.ListExecutionsResponse };
  listIntents: { data: types.ListIntentsData; answer: types.ListIntentsResponse };
  listLanes: { data: types.ListLanesData; answer: types.ListLanesResponse };
  listMarketEvents: { data: types.ListMarketEventsData; answer: types.ListMarketEventsResponse };
  listMarkets: { data: types.ListMarketsData; answer: types.ListMarketsResponse };
  listMarketsForAgents: { data: types.ListMarketsForAgentsData; answer: types.ListMarketsForAgentsResponse };
  listPositionsOfMarket: { data: types.ListPositionsOfMarketData; answer: types.ListPositionsOfMarketResponse };
  listPositionsOfUser: { data: types.ListPositionsOfUserData; answer: types.ListPositionsOfUserResponse };
  listSettlementsOfMarket: { data: types.ListSettlementsOfMarketData; answer: types.ListSettlementsOfMarketResponse };
  listSettlementsOfUser: { data: types.ListSettlementsOfUserData; answer: types.ListSettlementsOfUserResponse };
  listSimilarMarkets: { data: types.ListSimilarMarketsData; answer: types.ListSimilarMarketsResponse };
  listWebhooks: { data: types.ListWebhooksData; answer: types.ListWebhooksResponse };
  registerWallet: { data: types.RegisterWalletData; answer: types.RegisterWalletResponse };
  requestFaucet: { data: types.RequestFaucetData; answer: types.RequestFaucetResponse };
  resumeWebhook: { data: types.ResumeWebhookData; answer: types.ResumeWebhookResponse };
  rotateWebhookSecret: { data: types.RotateWebhookSecretData; answer: types.RotateWebhookSecretResponse };
  startOnboarding: { data: types.StartOnboardingData; answer: types.StartOnboardingResponse };
  testWebhook: { data: types.TestWebhookData; answer: types.TestWebhookResponse };
  unfreezeWallet: { data: types.UnfreezeWalletData; answer: types.UnfreezeWalletResponse };
  validateSchema: { data: types.ValidateSchemaData; answer: types.ValidateSchemaResponse };
  verifyOnboarding: { data: types.VerifyOnboardingData; answer: types.VerifyOnboardingResponse };
}
