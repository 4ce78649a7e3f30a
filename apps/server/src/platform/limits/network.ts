import { isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/**
 * The network that one customer controls: an IPv4 address, or the /64 of an IPv6 address. Whoever has one address of
 * a /64 has all 2⁶⁴ of them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? `${groupsOf(address).slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16))
}
