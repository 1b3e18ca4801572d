import { isPublicHost } from '@app/common';

export const MAX_URL_LENGTH = 2_048;

/** White space, controls and backslashes, which `URL` removes or replaces. */
const REWRITTEN = /[\s\\\p{C}]/u;

/** The URL, or the rule that it breaks, which completes the sentence "url must …". */
export type ParsedWebhookUrl = { readonly url: URL } | { readonly problem: string };

export interface UrlRules {
  /** WEBHOOK_ALLOW_PRIVATE: also http, every port and every address. */
  readonly allowsPrivate: boolean;
}

/** Parses the URL of a webhook. Names are resolved, and their addresses checked, when a connection is opened. */
export function parseWebhookUrl(text: string, { allowsPrivate }: UrlRules): ParsedWebhookUrl {
  const schemes = allowsPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i;
  if (text.length > MAX_URL_LENGTH) return { problem: `be at most ${MAX_URL_LENGTH} characters long` };
  if (!schemes.test(text)) return { problem: allowsPrivate ? 'begin with http:// or https://' : 'begin with https://' };
  if (REWRITTEN.test(text) || !URL.canParse(text)) return { problem: 'be a valid URL' };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return { problem: 'not contain credentials' };
  if (text.includes('#')) return { problem: 'not contain a fragment' };
  return allowsPrivate ? { url } : publicUrl(url);
}

function publicUrl(url: URL): ParsedWebhookUrl {
  if (url.port !== '') return { problem: 'use port 443' };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isPublicHost(host) ? { url } : { problem: 'have a public host' };
}
