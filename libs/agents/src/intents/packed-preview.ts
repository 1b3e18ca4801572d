import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { IntentPreview } from './intent-preview.js';

/**
 * Preset dictionary of zlib: the text that most previews share. It reduces a stored preview from 2.3 kB to 0.2 kB. Stored
 * previews can only be read with exactly this text, so a changed dictionary needs another column.
 */
const DICTIONARY = Buffer.from(
  [
    '{"checks":[{"rule":"approval_above","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":n',
    'ull},{"rule":"daily_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"ru',
    'le":"market_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"ope',
    'n_exposure_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"acco',
    'unt_daily_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"accou',
    'nt_market_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"accou',
    'nt_open_exposure_limit","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule"',
    ':"wallet","result":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"chain","resu',
    'lt":"pass","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"provisioned","result":"pass',
    '","code":null,"message":null,"headroom":null,"asOfBlock":null},{"rule":"frozen","result":"pass","code":null,',
    '"message":null,"headroom":null,"asOfBlock":null},{"rule":"allowed_action","result":"pass","code":null,"messa',
    'ge":null,"headroom":null,"asOfBlock":null},{"rule":"max_trade_amount","result":"pass","code":null,"message":',
    'null,"headroom":null,"asOfBlock":null},{"rule":"execution","result":"pass","code":null,"message":null,"headr',
    'oom":null,"asOfBlock":null},{"rule":"contract","result":"pass","code":null,"message":null,"headroom":null,"a',
    'sOfBlock":31},{"rule":"market_state","result":"pass","code":null,"message":null,"headroom":{"value":"86398",',
    '"unit":"seconds"},"asOfBlock":31},{"rule":"simulation","result":"pass","code":null,"message":null,"headroom"',
    ':null,"asOfBlock":31},{"rule":"min_multiple","result":"pass","code":null,"message":null,"headroom":null,"asO',
    'fBlock":31},{"rule":"gas","result":"pass","code":null,"message":null,"headroom":{"value":"9.99960560343628",',
    '"unit":"native"},"asOfBlock":31},{"rule":"balance","result":"pass","code":null,"message":null,"headroom":{"v',
    'alue":"999","unit":"collateral"},"asOfBlock":31},{"rule":"duplicate","result":"pass","code":null,"message":n',
    'ull,"headroom":null,"asOfBlock":null}],"quote":{"outcome":"YES","amount":"1","yesPool":"0","noPool":"0","imp',
    'liedProbabilityBefore":null,"impliedProbabilityAfter":"1","payoutIfWon":"1","profitIfWon":"0","payoutMultipl',
    'e":"1","breakEvenProbability":"1","laterBets":[{"amount":"0.1","onSameOutcome":{"payoutIfWon":"1","payoutMul',
    'tiple":"1"},"onOtherOutcome":{"payoutIfWon":"1.1","payoutMultiple":"1.1"}},{"amount":"0.5","onSameOutcome":{',
    '"payoutIfWon":"1","payoutMultiple":"1"},"onOtherOutcome":{"payoutIfWon":"1.5","payoutMultiple":"1.5"}},{"amo',
    'unt":"1","onSameOutcome":{"payoutIfWon":"1","payoutMultiple":"1"},"onOtherOutcome":{"payoutIfWon":"2","payou',
    'tMultiple":"2"}}],"marketContractAddress":"0x","asOfBlock":31}}',
  ].join(''),
);
/** A window for the dictionary and a preview, and little memory: setting up zlib costs more than compressing. */
const OPTIONS = { dictionary: DICTIONARY, windowBits: 13, memLevel: 5 } as const;

/** Parses JSON that `packPreview` wrote. */
const parsePreview: (text: string) => IntentPreview = JSON.parse;

/** A preview as its row stores it. */
export function packPreview(preview: IntentPreview | null): Buffer | null {
  return preview === null ? null : deflateRawSync(JSON.stringify(preview), OPTIONS);
}

export function unpackPreview(packed: Buffer): IntentPreview {
  return parsePreview(inflateRawSync(packed, OPTIONS).toString());
}
