/** Content type of a response that lasts until client or server ends it. */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';
