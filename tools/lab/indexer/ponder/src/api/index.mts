import { Hono } from 'hono';

/** Ponder requires an API. The comparison reads the tables. */
export default new Hono();
