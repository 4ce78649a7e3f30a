import { lookup, Resolver } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

import type { Config } from '#platform/config.ts'
import { linkFetchesBlocked } from '#platform/telemetry.ts'

/** Why a link is not fetched; a label of the metric. */
export type Refusal = 'scheme' | 'credentials' | 'port' | 'address' | 'downgrade'

/** A host name, or an address without brackets, and a port. */
export type Target = { hostname: string; port: number }

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Where links may lead. */
export type AddressRules = {
  ports: readonly number[]
  denied: readonly Network[]
  allowedPrivateHosts: readonly string[]
}

/** A public address that leads to the metadata server on every Azure machine. */
const DENIED_EVERYWHERE = ['168.63.129.16']
/** All global unicast allocations; addresses outside, such as ::127.0.0.1, serve only to bypass filters. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

export function createAddressRules({ ports, denied, allowedPrivateHosts }: Config['download']): AddressRules {
  return { ports, denied: [...DENIED_EVERYWHERE, ...denied].map(toNetwork), allowedPrivateHosts }
}

/** Why this URL may not be fetched, judged by its text alone; names are judged once resolved. */
export function refusalOfUrl(url: URL, rules: AddressRules): Refusal | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
  if (url.username || url.password) return 'credentials'
  const target = targetOf(url)
  if (!rules.ports.includes(target.port) && !isAllowedPrivate(target, rules)) return 'port'
  // The URL parser has normalised every spelling of an IPv4 address to four decimal numbers.
  return ipaddr.isValid(target.hostname) ? refusalOfAddress(target.hostname, target, rules) : undefined
}

/** Why the target may not be reached at this address, its own or one its name resolved to. */
export function refusalOfAddress(address: string, target: Target, rules: AddressRules): 'address' | undefined {
  if (!ipaddr.isValid(address)) return 'address'
  const parsed = ipaddr.parse(address)
  if (isAllowedPrivate(target, rules)) return parsed.range() === 'loopback' ? undefined : 'address'
  return isPublic(parsed) && !rules.denied.some((network) => isIn(parsed, network)) ? undefined : 'address'
}

export function targetOf(url: URL): Target {
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
  return { hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port }
}

/** Opens exactly the host and port pairs that tests list. */
function isAllowedPrivate({ hostname, port }: Target, { allowedPrivateHosts }: AddressRules): boolean {
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

/** Name resolution and routing; replaced in tests. */
export type Internet = {
  /** Every address of a name, in the order to try them. */
  resolve(hostname: string): Promise<string[]>
  /** Where to connect for an address that passed the address rules. */
  route(target: Target): Target
  /** A file of trusted certificates; by default those of Node and of the system. */
  certificates?: string
}

/** Two questions of two seconds. */
const QUESTIONS = { timeout: 2000, tries: 2 }

/** `nameServers`: instead of those of the machine. */
export function createInternet(nameServers?: readonly string[]): Internet {
  const resolver = new Resolver(QUESTIONS)
  if (nameServers) resolver.setServers(nameServers)
  return {
    resolve: (hostname) => (hostname.includes('.') ? askServers(resolver, hostname) : askSystem(hostname)),
    route: (target) => target,
  }
}

export const internet = createInternet()

/**
 * Asks the name servers without a thread: the system's resolver holds one of libuv's four until it is answered, and names
 * of strangers may have servers that never answer.
 */
async function askServers(resolver: Resolver, hostname: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

/** Names of this machine and of containers beside it. */
async function askSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

/** The address rules refused a target before anything was sent. Counted in the metrics. */
export class Blocked extends Error {
  override name = 'Blocked'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`Blocked: ${refusal}`)
    this.refusal = refusal
    linkFetchesBlocked.inc({ reason: refusal })
  }
}

/** Throws if a check refused. */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal) throw new Blocked(refusal)
}
