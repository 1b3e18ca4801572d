import { parseWebhookUrl } from './webhook-url.js';

/** URLs whose host is not public, or which are not plain https URLs. */
const HOSTILE = [
  // Schemes
  'http://hooks.example.com/',
  'HTTP://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://hooks.example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//hooks.example.com/',
  'hooks.example.com',
  'https:hooks.example.com',
  'https:/hooks.example.com',
  'https:///hooks.example.com',
  String.raw`https:\\hooks.example.com`,
  String.raw`https://hooks.example.com\@127.0.0.1/`,
  'https://',
  '',
  // Credentials, ports, fragments, rewritten characters
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://:@127.0.0.1/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com/#x',
  'https://hooks.example.com/#',
  'https://127.0.0.1#@hooks.example.com/',
  'https://hooks.exa\tmple.com/',
  'https://hooks.example.com/\n',
  ' https://hooks.example.com/',
  'https://hooks.example.com/\u202e',
  `https://hooks.example.com/${'a'.repeat(2_048)}`,
  // IPv4 in every form that a resolver takes
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://00000177.1/',
  'https://127.0.0.1./',
  'https://127%2e0%2e0%2e1/',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://127.255.255.254/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6, and IPv4 within it
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2001:2::1]/',
  'https://[2001:20::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[3fff::1]/',
  'https://[4000::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  // Names that only a private network resolves
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://hooks.localhost/',
  'https://postgres/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://router.lan/',
  // Names that cannot exist
  'https://../a',
  'https://./a',
  'https://.com/',
  'https://a..b/x',
  'https://hooks.example.com../',
  'https://-a.example.com/',
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a.'.repeat(126)}com/`,
] as const;

describe('parseWebhookUrl', () => {
  it.each(HOSTILE.map((url) => [url] as const))('refuses %j', (url) => {
    expect(parseWebhookUrl(url, { allowsPrivate: false })).toEqual({ problem: expect.any(String) });
  });

  it.each([
    ['https://hooks_eu.example.com/', 'https://hooks_eu.example.com/'],
    ['https://hooks.example.com/presage?tenant=1', 'https://hooks.example.com/presage?tenant=1'],
    ['HTTPS://Hooks.Example.com:443', 'https://hooks.example.com/'],
    ['https://hooks.example.com./', 'https://hooks.example.com./'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('takes %s', (text, href) => {
    const parsed = parseWebhookUrl(text, { allowsPrivate: false });
    expect('url' in parsed && parsed.url.href).toBe(href);
  });

  it.each(['http://127.0.0.1:4900/', 'https://[::1]:8443/x', 'http://localhost:4900/'])(
    'takes %s where private addresses are allowed',
    (text) => {
      expect(parseWebhookUrl(text, { allowsPrivate: true })).toEqual({ url: new URL(text) });
    },
  );

  it('names the rule that a URL breaks', () => {
    const findProblem = (text: string): unknown => ({ ...parseWebhookUrl(text, { allowsPrivate: false }) });
    expect(findProblem('http://a.example/')).toEqual({ problem: 'begin with https://' });
    expect(findProblem('https://u:p@a.example/')).toEqual({ problem: 'not contain credentials' });
    expect(findProblem('https://a.example:444/')).toEqual({ problem: 'use port 443' });
    expect(findProblem('https://10.0.0.1/')).toEqual({ problem: 'have a public host' });
  });
});
