import { createSocket } from 'node:dgram'
import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { createAddressRules, createInternet, refusalOfAddress, refusalOfUrl } from './address-rules.ts'

const config = { ports: [80, 443], denied: ['5.6.7.0/24', '2a00:1:2::/48'], seconds: 60, allowedPrivateHosts: [] }
const rules = createAddressRules(config)

const refusalOf = (url: string) => refusalOfUrl(new URL(url), rules)

describe('a link', () => {
  it.each(['http://example.ru/a.mp3', 'https://example.ru:443/', 'https://8.8.8.8/', 'https://[2a02:6b8::1]/a'])(
    'may be fetched from a public address: %s',
    (url) => {
      expect(refusalOf(url)).toBeUndefined()
    },
  )

  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.ru/a.mp3', 'scheme'],
    ['gopher://example.ru/', 'scheme'],
    ['data:audio/mpeg,abc', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://user@example.ru/', 'credentials'],
    ['https://user:secret@example.ru/', 'credentials'],
    ['http://127.0.0.1%2f@example.ru/', 'credentials'],
    ['http://example.ru:22/', 'port'],
    ['https://example.ru:8443/', 'port'],
    ['http://example.ru:6379/', 'port'],
    ['http://example.ru:0/', 'port'],
  ])('is refused with another scheme, credentials or another port: %s', (url, refusal) => {
    expect(refusalOf(url)).toBe(refusal)
  })

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.255.255.254/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[4000::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://100.100.100.200/',
    'http://100.64.0.1/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://168.63.129.16/',
    'http://5.6.7.8/',
    'http://[2a00:1:2::7]/',
  ])('is refused to a non-public address: %s', (url) => {
    expect(refusalOf(url)).toBe('address')
  })
})

describe('a resolved address', () => {
  const target = { hostname: 'example.ru', port: 443 }

  it('is judged like a literal one', () => {
    const addresses = [
      '8.8.8.8',
      '2a02:6b8::1',
      '127.0.0.1',
      '::1',
      '::ffff:8.8.8.8',
      '168.63.129.16',
      'fe80::1%eth0',
      '',
    ]

    const passed = addresses.filter((address) => !refusalOfAddress(address, target, rules))

    expect(passed).toEqual(['8.8.8.8', '2a02:6b8::1'])
  })
})

describe('LINK_ALLOW_PRIVATE', () => {
  const open = createAddressRules({ ...config, allowedPrivateHosts: ['127.0.0.1:4000', 'files.test:4000'] })

  it('opens the listed pairs in every spelling, and nothing else', () => {
    const urls = [
      'http://127.0.0.1:4000/',
      'http://0x7f.1:4000/',
      'http://127.0.0.1:4001/',
      'http://127.0.0.1/',
      'http://127.0.0.2:4000/',
      'http://[::1]:4000/',
      'http://user@127.0.0.1:4000/',
      'ftp://127.0.0.1:4000/',
    ]

    expect(urls.map((url) => refusalOfUrl(new URL(url), open))).toEqual([
      undefined,
      undefined,
      'port',
      'address',
      'port',
      'port',
      'credentials',
      'scheme',
    ])
  })

  it('lets a listed name resolve to loopback only', () => {
    const target = { hostname: 'files.test', port: 4000 }

    expect(refusalOfAddress('127.0.0.1', target, open)).toBeUndefined()
    expect(refusalOfAddress('10.0.0.1', target, open)).toBe('address')
    expect(refusalOfAddress('127.0.0.1', { ...target, hostname: 'other.test' }, open)).toBe('address')
  })
})

describe('a name', () => {
  it('whose server never answers holds no thread of the process', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const internet = createInternet([`127.0.0.1:${silent.address().port}`])

    const asked = Promise.all(Array.from({ length: 20 }, (_, n) => internet.resolve(`hook${n}.example`)))
    const resources = process.getActiveResourcesInfo()

    await expect(asked).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(resources).not.toContain('GetAddrInfoReqWrap')
    silent.close()
  })

  it('belonging to this machine is known to its system', async () => {
    expect(await createInternet(['127.0.0.1:1']).resolve('localhost')).toContain('127.0.0.1')
  })
})
