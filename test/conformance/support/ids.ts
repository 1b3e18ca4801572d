/** The user that the demo data contains. */
export const DEMO_USER_ID = '00000000-0000-4000-8000-000000000001';
export const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';
export const MALFORMED_IDS = ['1', 'not-a-uuid', '00000000-0000-4000-8000-00000000000g', '%00', '%zz', '%F0%9F%98%80'];
