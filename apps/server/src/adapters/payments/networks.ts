import ipaddr from 'ipaddr.js'

/** Whether an address lies in one of the networks; `::ffff:1.2.3.4` counts as 1.2.3.4. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : whole(network)))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([start, bits]) => parsed.kind() === start.kind() && parsed.match(start, bits))
  }
}

const whole = (address: string) => `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`
