import { Interface } from 'ethers/abi';
import { predictionMarketFactoryAbi } from './generated/prediction-market-factory.js';
import { predictionMarketAbi } from './generated/prediction-market.js';
import { testUsdcAbi } from './generated/test-usdc.js';

export const factoryInterface = new Interface(predictionMarketFactoryAbi);
export const marketInterface = new Interface(predictionMarketAbi);
/** ERC-20 functions of any collateral token, and the test token's mint function. */
export const tokenInterface = new Interface(testUsdcAbi);
