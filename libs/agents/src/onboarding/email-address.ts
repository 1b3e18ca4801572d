const MAX_LENGTH = 254;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const MAX_LOCAL_PART_LENGTH = 64;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Whether a passcode can be sent to the address: ASCII, unquoted, with a domain of at least two labels. */
export function isEmailAddress(value: string): boolean {
  if (value.length > MAX_LENGTH) return false;
  const at = value.lastIndexOf('@');
  const localPart = value.slice(0, Math.max(at, 0));
  const labels = value.slice(at + 1).split('.');
  return (
    LOCAL_PART.test(localPart) &&
    localPart.length <= MAX_LOCAL_PART_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** `carol@example.com` → `c***@e***.com`, for public reads. */
export function maskEmailAddress(value: string): string {
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  return `${value.slice(0, 1)}***@${domain.slice(0, 1)}***${domain.slice(domain.lastIndexOf('.'))}`;
}
