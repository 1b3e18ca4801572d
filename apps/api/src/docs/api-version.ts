/** Version of the HTTP contract: additions raise the second number, breaking changes the first. */
export const API_VERSION = '1.0.0';
