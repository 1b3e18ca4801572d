import { isPublicHttpsUrl } from './cover-image-url.js';

describe('isPublicHttpsUrl', () => {
  it.each([
    'https://example.com',
    'https://example.com/a.png?w=1&h=2#x',
    'https://EXAMPLE.com/a%20b.png',
    'https://cdn.images.example.co.uk:443/a.png',
    'https://xn--bcher-kva.example/a.png',
    'https://8.8.8.8/a.png',
    'https://[2606:4700::1111]/a.png',
    'https://[2606:4700:0:0:0:0:0:1111]/a.png',
    `https://example.com/${'a'.repeat(2_048 - 20)}`,
  ])('accepts %s', (url) => {
    expect(isPublicHttpsUrl(url)).toBe(true);
  });

  it.each([
    ['plain http', 'http://example.com/a.png'],
    ['another scheme', 'data:image/png;base64,AAAA'],
    ['white space in front', ' https://example.com/a.png'],
    ['white space within', 'https://example.com/a b.png'],
    ['a line break', 'https://example.com/a\n.png'],
    ['a character beyond ASCII', 'https://example.com/ä.png'],
    ['a host beyond ASCII', 'https://bücher.example/a.png'],
    ['a full-width dot', 'https://example。com/a.png'],
    ['user info', 'https://user:pass@example.com/a.png'],
    ['empty user info', 'https://@example.com/a.png'],
    ['another port', 'https://example.com:8443/a.png'],
    ['an empty port', 'https://example.com:/a.png'],
    ['a backslash', 'https://example.com\\@evil.example/a.png'],
    ['three slashes', 'https:///example.com/a.png'],
    ['one slash', 'https:/example.com/a.png'],
    ['an undotted host', 'https://intranet/a.png'],
    ['localhost', 'https://localhost/a.png'],
    ['a name below localhost', 'https://a.localhost/a.png'],
    ['an internal name', 'https://metadata.google.internal/a.png'],
    ['a local name', 'https://printer.local/a.png'],
    ['a trailing dot', 'https://example.com./a.png'],
    ['an empty label', 'https://example..com/a.png'],
    ['a percent-encoded host', 'https://ex%61mple.com/a.png'],
    ['a number for a host', 'https://2130706433/a.png'],
    ['an octal address', 'https://0177.0.0.1/a.png'],
    ['a hexadecimal address', 'https://0x7f.0.0.1/a.png'],
    ['a short address', 'https://127.1/a.png'],
    ['loopback', 'https://127.0.0.1/a.png'],
    ['a private address', 'https://10.1.2.3/a.png'],
    ['a private address', 'https://172.31.0.1/a.png'],
    ['a private address', 'https://192.168.1.1/a.png'],
    ['carrier-grade NAT', 'https://100.64.0.1/a.png'],
    ['the metadata service', 'https://169.254.169.254/latest'],
    ['multicast', 'https://224.0.0.1/a.png'],
    ['broadcast', 'https://255.255.255.255/a.png'],
    ['documentation', 'https://203.0.113.9/a.png'],
    ['IPv6 loopback', 'https://[::1]/a.png'],
    ['IPv6 unspecified', 'https://[::]/a.png'],
    ['IPv6 link-local', 'https://[fe80::1]/a.png'],
    ['IPv6 unique local', 'https://[fd00::1]/a.png'],
    ['IPv6 multicast', 'https://[ff02::1]/a.png'],
    ['IPv4 in IPv6', 'https://[::ffff:8.8.8.8]/a.png'],
    ['6to4', 'https://[2002:7f00:1::]/a.png'],
    ['IPv6 documentation', 'https://[2001:db8::1]/a.png'],
    ['no host', 'https://'],
    ['more than 2,048 characters', `https://example.com/${'a'.repeat(2_049 - 20)}`],
  ])('refuses %s', (_what, url) => {
    expect(isPublicHttpsUrl(url)).toBe(false);
  });
});
