import type { FastifyReply } from 'fastify';

/** Fields of draft-ietf-httpapi-ratelimit-headers-11. */
const POLICY_FIELD = 'ratelimit-policy';
const LIMIT_FIELD = 'ratelimit';

export interface LimitPolicy {
  name: string;
  /** Requests in one window. */
  quota: number;
  windowS: number;
}

export interface Allowance {
  /** Requests that are left. */
  remaining: number;
  /** Seconds until there are more. */
  resetS: number;
}

/** Adds a policy to those that apply to the request. */
export function addLimitPolicy(reply: FastifyReply, { name, quota, windowS }: LimitPolicy): void {
  append(reply, POLICY_FIELD, `"${name}";q=${quota};w=${windowS}`);
}

/** Adds what is left of a policy. @param name as in its policy */
export function addAllowance(reply: FastifyReply, name: string, { remaining, resetS }: Allowance): void {
  append(reply, LIMIT_FIELD, `"${name}";r=${remaining};t=${resetS}`);
}

function append(reply: FastifyReply, field: string, item: string): void {
  const items = reply.getHeader(field);
  reply.header(field, typeof items === 'string' ? `${items}, ${item}` : item);
}
