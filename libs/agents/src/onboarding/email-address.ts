const LENGTH_MAX = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LOCAL_PART_LENGTH_MAX = 64;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** An address that a passcode can be sent to: ASCII, unquoted, at a domain of at least two labels. */
export function isEmailAddress(value: string): boolean {
  if (value.length > LENGTH_MAX) return false;
  const at = value.lastIndexOf('@');
  const localPart = value.slice(0, Math.max(at, 0));
  const labels = value.slice(at + 1).split('.');
  return (
    LOCAL_PART.test(localPart) &&
    localPart.length <= LOCAL_PART_LENGTH_MAX &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** `carol@example.com` → `c***@example.com`: reads of an onboarding are public. */
export function maskEmailAddress(value: string): string {
  const at = value.lastIndexOf('@');
  return `${value.slice(0, 1)}***${value.slice(at)}`;
}

/** Two spellings of one mailbox, as far as this product cares. */
export function sameEmailAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
