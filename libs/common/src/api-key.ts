/** API keys in a text: `presage_<public prefix>_<secret>`. The group is the prefix. */
export const API_KEY = /presage_([0-9a-f]{12})_[\w-]{43}/g;
