import { once } from 'node:events'
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { uploadScript } from '@doslovno/contract/scripts.ts'

import type { Config } from '#platform/config.ts'

import { ask, isOurRefusal, isOwnAddress, LONG_BODY_BYTES, OWN_ADDRESS, UNKNOWN_PATH } from './ask.ts'
import { type Check, codeOf, type Finding, note, ok, reasonOf, wrong } from './check.ts'

export function webChecks(config: Config): Check[] {
  const { publicUrl, storage } = config
  const endpoints = [publicUrl, storage.publicEndpoint].filter((url) => url.startsWith('https:'))
  const check = { topic: 'web', remedy: 'see that the api and the proxy in front of it run, or correct PUBLIC_URL' }
  return [
    { ...check, name: 'PUBLIC_URL', seconds: 60, run: (signal) => askApi(publicUrl, signal) },
    ...[...new Set(endpoints.map((url) => new URL(url).origin))].map((origin) => ({
      ...check,
      name: `the certificate of ${origin}`,
      run: (signal: AbortSignal) => readCertificate(new URL(origin), signal),
    })),
    {
      topic: 'internet',
      name: 'the internet',
      remedy: 'see the network of this machine',
      run: (signal) => reachInternet(config, signal),
    },
  ]
}

async function askApi(publicUrl: string, signal: AbortSignal): Promise<Finding[]> {
  try {
    const reply = await ask(`${publicUrl}${UNKNOWN_PATH}`, { signal })
    if (isOurRefusal(reply)) return [ok(`our api answers at ${publicUrl}`), await sendLongBody(publicUrl, signal)]
    return [
      wrong(
        `something else than our api answers at ${publicUrl} (${reply.status})`,
        'lead the name to the api through the proxy, with its path unchanged: docker compose ps; or correct PUBLIC_URL',
      ),
    ]
  } catch (error) {
    if (signal.aborted) throw error
    return [unreachable(publicUrl, error)]
  }
}

/** The api refuses strangers before it reads, so any other reply comes from something in front of it. */
async function sendLongBody(publicUrl: string, signal: AbortSignal): Promise<Finding> {
  const { method, path } = uploadScript
  const remedy = 'let the proxy pass bodies of any size on to the api (nginx: client_max_body_size 0)'
  try {
    const reply = await ask(`${publicUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(LONG_BODY_BYTES),
      signal,
    })
    if (isOurRefusal(reply)) return ok(`a body of 9 MB arrives at ${publicUrl}`)
    return wrong(`a proxy at ${publicUrl} cuts bodies: it answers ${reply.status} to 9 MB, and not our api`, remedy)
  } catch (error) {
    if (signal.aborted) throw error
    return wrong(`a proxy at ${publicUrl} cuts bodies: 9 MB end with ${reasonOf(error)}`, remedy)
  }
}

function unreachable(publicUrl: string, error: unknown): Finding {
  const text = `PUBLIC_URL ${publicUrl} cannot be reached from here (${reasonOf(error)})`
  if (isOwnAddress(publicUrl)) return note(text, OWN_ADDRESS)
  return wrong(text, 'see that the name leads to this machine and that the proxy runs: docker compose logs proxy')
}

const LEAST_DAYS = 14
const DAY_MS = 86_400_000

/** An address that does not answer has no certificate; the checks that ask it say so. */
async function readCertificate({ hostname, port, origin }: URL, signal: AbortSignal): Promise<Finding | Finding[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  // A certificate that is refused is read all the same; nothing is sent.
  const names = isIP(host) ? {} : { servername: host }
  const socket = connectTls({ host, port: Number(port || 443), rejectUnauthorized: false, ...names })
  try {
    await once(socket, 'secureConnect', { signal })
    const ends = new Date(socket.getPeerCertificate().valid_to)
    const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS)
    const day = ends.toISOString().slice(0, 10)
    if (days < 0) return wrong(`the certificate of ${origin} expired on ${day}`, RENEW)
    if (days < LEAST_DAYS) return wrong(`the certificate of ${origin} ends in ${days} days, on ${day}`, RENEW)
    // The types call it an Error; it is a code, or null.
    const refusal = socket.authorizationError as unknown
    if (refusal) return wrong(`browsers refuse the certificate of ${origin} (${reasonOf(refusal)})`, REISSUE)
    return ok(`the certificate of ${origin} is valid until ${day}`)
  } catch {
    return []
  } finally {
    socket.destroy()
  }
}

const RENEW =
  'renew it; Caddy of compose.tls.yaml does so by itself if ports 80 and 443 are reachable from the internet: docker compose logs proxy'
const REISSUE = 'use one that is issued for this name by an authority browsers know, with its whole chain'

/** Any two that answer for decades. */
const PUBLIC_HOSTS = ['ya.ru', 'example.com']
const CONNECT_MS = 4000

async function reachInternet(config: Config, signal: AbortSignal): Promise<Finding> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  try {
    return ok(`the internet is reachable: ${await Promise.any(PUBLIC_HOSTS.map((host) => reach(host, limit)))}`)
  } catch (error) {
    const isNameless = error instanceof AggregateError && error.errors.every((one) => NO_NAME.includes(codeOf(one)))
    return note(
      `no internet (${isNameless ? 'no name is resolved' : `no connection, ${reasonOf(error)}`}): ${lostWithout(config).join(', ')} will not work`,
      `leave it if this installation is closed on purpose; else ${isNameless ? 'set a DNS server (/etc/resolv.conf)' : 'open port 443 outwards in the firewall'}`,
    )
  }
}

const NO_NAME = ['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL']

async function reach(host: string, signal: AbortSignal): Promise<string> {
  const socket = connectTcp({ host, port: 443 })
  try {
    await once(socket, 'connect', { signal })
    return host
  } finally {
    socket.destroy()
  }
}

/** Parts of the product that need servers outside, by the settings. */
function lostWithout({ mail, llm, speech, payments, providers, push }: Config): string[] {
  const isOutside = (url: string | undefined) => url !== undefined && /[a-z]\.[a-z]/i.test(new URL(url).hostname)
  return [
    ...(isOutside(mail.smtpUrl) ? ['mails'] : []),
    'downloads of links',
    ...(payments ? ['payments'] : []),
    ...(Object.values(providers).some(Boolean) ? ['sign-in by providers'] : []),
    ...(push ? ['notifications of browsers'] : []),
    ...(isOutside(llm?.baseUrl) ? ['the language model'] : []),
    ...(isOutside(speech.remote?.baseUrl) ? ['the speech server'] : []),
  ]
}
