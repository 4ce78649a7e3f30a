import ipaddr from 'ipaddr.js'

import type { Config } from '#platform/config.ts'

/** Why an address is not asked; a label of the metric. */
export type Refusal = 'scheme' | 'credentials' | 'port' | 'address' | 'downgrade'

/** A host, by name or by address without brackets, and a port. */
export type Target = { hostname: string; port: number }

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Where links may lead. */
export type Rules = {
  ports: readonly number[]
  denied: readonly Network[]
  allowedPrivateHosts: readonly string[]
}

/** Public by its number, but the wire server of every machine in Azure. */
const DENIED_EVERYWHERE = ['168.63.129.16']
/** All that was ever given out; what lies outside, as ::127.0.0.1, is of no use but for tricks. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

export function createRules({ ports, denied, allowedPrivateHosts }: Config['download']): Rules {
  return { ports, denied: [...DENIED_EVERYWHERE, ...denied].map(toNetwork), allowedPrivateHosts }
}

/** What speaks against asking this URL, as far as it can be read off it; names are judged when they are resolved. */
export function refusalOfUrl(url: URL, rules: Rules): Refusal | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
  if (url.username || url.password) return 'credentials'
  const target = targetOf(url)
  if (!rules.ports.includes(target.port) && !isAllowedPrivate(target, rules)) return 'port'
  // The parser of URLs has turned every spelling of an IPv4 address into the one with four numbers.
  return ipaddr.isValid(target.hostname) ? refusalOfAddress(target.hostname, target, rules) : undefined
}

/** What speaks against connecting to this address, which the target has or its name was resolved to. */
export function refusalOfAddress(address: string, target: Target, rules: Rules): 'address' | undefined {
  if (!ipaddr.isValid(address)) return 'address'
  const parsed = ipaddr.parse(address)
  if (isAllowedPrivate(target, rules)) return parsed.range() === 'loopback' ? undefined : 'address'
  return isPublic(parsed) && !rules.denied.some((network) => isIn(parsed, network)) ? undefined : 'address'
}

export function targetOf(url: URL): Target {
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
  return { hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port }
}

/** The switch of tests opens exactly the pairs it names. */
function isAllowedPrivate({ hostname, port }: Target, { allowedPrivateHosts }: Rules): boolean {
  return allowedPrivateHosts.includes(`${hostname}:${port}`)
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || isIn(address, GLOBAL_IPV6))
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function toNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128]
}
