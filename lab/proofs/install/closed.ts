import { openBrowser } from '#lab/chromium.ts'
import { atEnd } from '#lab/ends.ts'
import { mark, timed } from '#lab/marks.ts'
import { openFolder } from '#lab/servers.ts'
import { run } from '#scripts/services/commands.ts'
import { isListening } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

import { composeIn, startDocker } from './docker.ts'
import { foreignRequests, hasMail, MAILS, readSample, signIn, textOf, upload } from './visit.ts'

const NAMESPACE = 'doslovno-closed'
const OUT = 'out'
const NOWHERE = 'nowhere'

/**
 * Writes a bundle, and installs and uses it in a network namespace of its own. All that would leave this machine goes to
 * an interface that leads nowhere and counts it.
 */
export async function proveClosed(): Promise<void> {
  const bundle = openFolder('bundle-')
  process.env.VERSION = 'dev'
  await timed('pnpm bundle', () => run('pnpm', ['--dir', projectRoot, 'bundle', bundle]))
  const ip = (...args: string[]) => run('ip', args)
  await ip('netns', 'add', NAMESPACE)
  atEnd(() => ip('netns', 'delete', NAMESPACE))
  const inside = (...args: string[]) => run('nsenter', [`--net=/run/netns/${NAMESPACE}`, ...args])
  await inside('sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1', 'net.ipv6.conf.default.disable_ipv6=1')
  await inside('ip', 'link', 'set', 'lo', 'up')
  await inside('ip', 'link', 'add', OUT, 'type', 'veth', 'peer', 'name', NOWHERE)
  await inside('ip', 'link', 'set', NOWHERE, 'up')
  await inside('ip', 'address', 'add', '192.0.2.1/24', 'dev', OUT)
  await inside('ip', 'link', 'set', OUT, 'up')
  await inside('ip', 'route', 'add', 'default', 'dev', OUT)
  const program = [process.execPath, 'lab/main.ts', 'proof', 'install', '--inside', bundle]
  console.log(await run('nsenter', [`--net=/run/netns/${NAMESPACE}`, ...program], { cwd: projectRoot }))
}

/** Runs inside of the namespace. */
export async function installBundle(bundle: string): Promise<void> {
  await startDocker(openFolder('closed-'))
  await timed('sh install.sh', () => run('sh', ['install.sh'], { cwd: bundle }))
  const compose = composeIn(bundle)
  atEnd(() => compose('down', '--volumes'))
  await timed('docker compose up', () => compose('up', '--detach', '--wait'))
  // Chromium asks for names of its own; what our pages ask for is counted apart.
  const browser = await openBrowser('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost')
  await readSample(browser)
  const page = await signIn(browser)
  await timed('an upload becomes a text', () => upload(page))
  const text = await textOf(page)
  mark('without internet a recording becomes a text', `${text.length} characters`, text.length > 20)
  mark('and a mail', MAILS, await hasMail(page))
  mark('requests of the pages to other hosts', foreignRequests.join(' ') || 'none', foreignRequests.length === 0)
  const before = await packetsOut()
  mark('packets outward', String(before), before === 0)
  await isListening('198.51.100.1', 80)
  const after = await packetsOut()
  mark('one that is sent on purpose is counted', String(after), after > before)
}

async function packetsOut(): Promise<number> {
  const [link] = JSON.parse(await run('ip', ['-json', '-stats', 'link', 'show', OUT])) as [
    { stats64: { tx: { packets: number } } },
  ]
  return link.stats64.tx.packets
}
