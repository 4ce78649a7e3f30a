import { once } from 'node:events'
import { request as forward } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import tls from 'node:tls'

import { DeleteBucketPolicyCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { prepareBucket } from '#adapters/storage/bucket.ts'
import { readConfig } from '#platform/config.ts'
import { TestEnv } from '#platform/env.ts'
import { certificateFor } from '#test/certificates.ts'
import { doctorBy, fault } from '#test/doctor.ts'
import { serve } from '#test/download/internet.ts'
import { startOwnRedis } from '#test/own-redis.ts'
import { createBucket } from '#test/recordings/storage.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { main } from './doctor.ts'

let test: TestApp
let publicUrl: string
beforeAll(async () => {
  test = await createTestApp()
  publicUrl = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const doctor = doctorBy(main, () => ({
  ...process.env,
  DATABASE_URL: test.config.databaseUrl,
  PUBLIC_URL: publicUrl,
  MODELS_DIR: '-',
}))

type ProxyFaults = { mostBytes?: number; host?: string }

/** Passes requests on; answers a longer one itself, and puts another name into Host, as wrong proxies do. */
async function startProxy(target: string, { mostBytes = Infinity, host }: ProxyFaults = {}) {
  const { hostname, port } = new URL(target)
  const server = await serve((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
      response.writeHead(413, { connection: 'close' }).end('<h1>413 Request Entity Too Large</h1>')
      return request.resume()
    }
    const { method, url: path } = request
    const headers = { ...request.headers, ...(host && { host }) }
    const passed = forward({ hostname, port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    passed.on('error', () => response.destroy())
    return request.pipe(passed)
  })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

/** Until the test ends, this process trusts a certificate. */
function trust({ cert }: { cert: Buffer }) {
  const usual = tls.getCACertificates('default')
  onTestFinished(() => tls.setDefaultCACertificates(usual))
  tls.setDefaultCACertificates([...usual, cert.toString()])
}

describe('doctor of the store', () => {
  const { storage } = readConfig({ ...process.env, MODELS_DIR: '-' })
  let bucket: Awaited<ReturnType<typeof createBucket>>
  beforeEach(async () => {
    bucket = await createBucket(storage)
  })
  afterEach(() => bucket.remove())

  const store = (faults: NodeJS.ProcessEnv = {}) => doctor('store', { S3_BUCKET: bucket.config.bucket, ...faults })
  const allowOrigin = (origin = publicUrl) => prepareBucket({ storage: bucket.config, origin })

  it('names refused keys, a missing bucket and a store that does not answer', async () => {
    await allowOrigin()

    const secret = await store({ S3_SECRET_KEY: 'wrong' })
    const key = await store({ S3_ACCESS_KEY: 'unknown' })
    const missing = await store({ S3_BUCKET: 'no-such-bucket' })
    const down = await store({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_PUBLIC_ENDPOINT: storage.endpoint })

    expect(secret.wrong).toEqual([fault(/refuses S3_SECRET_KEY/, /set both keys in \.env/)])
    expect(key.wrong).toEqual([fault(/refuses S3_ACCESS_KEY/, /set both keys in \.env/)])
    expect(missing.wrong[0]).toEqual(fault(/has no bucket no-such-bucket$/, /docker compose up bucket/))
    expect(down.wrong).toEqual([fault(/cannot write .*ECONNREFUSED/, /start it .* or correct S3_ENDPOINT/)])
  })

  it.each([
    ['write', 's3:PutObject'],
    ['list and read', 's3:GetObject'],
    ['delete', 's3:DeleteObject'],
  ])('names a bucket in which the key may not %s', async (what, Action) => {
    await allowOrigin()
    const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = bucket.config
    const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
    const Bucket = bucket.config.bucket
    const Statement = [{ Effect: 'Deny', Principal: '*', Action, Resource: [`arn:aws:s3:::${Bucket}/*`] }]
    await s3.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) }))

    const { wrong } = await store()
    await s3.send(new DeleteBucketPolicyCommand({ Bucket }))

    expect(wrong).toEqual([
      fault(new RegExp(`does not let S3_ACCESS_KEY ${what} in the bucket`), /give the key the rights/),
    ])
  })

  it('names a bucket that lets no page of ours upload', async () => {
    const without = await store()
    await allowOrigin('https://other.example')
    const other = await store()
    await allowOrigin()
    const right = await store()

    for (const { wrong } of [without, other])
      expect(wrong).toEqual([fault(/^CORS of the bucket does not let http.* upload/, /docker compose up bucket/)])
    expect(right.wrong).toEqual([])
  })

  it('names a proxy that cuts parts or changes their address, and passes one that does neither', async () => {
    await allowOrigin()

    const cut = await store({ S3_PUBLIC_ENDPOINT: await startProxy(storage.endpoint, { mostBytes: 1_000_000 }) })
    const passed = await store({ S3_PUBLIC_ENDPOINT: await startProxy(storage.endpoint) })
    const moved = await store({ S3_PUBLIC_ENDPOINT: await startProxy(storage.endpoint, { host: 'store' }) })

    expect(cut.wrong).toEqual([fault(/cuts bodies: it answers 413 to 9 MB/, /client_max_body_size 0/)])
    expect(passed.wrong).toEqual([])
    expect(moved.wrong).toEqual([fault(/does not accept signed addresses/, /pass on Host and path unchanged/)])
  })

  it('names a public address that leads nowhere, and only mentions one of this machine itself', async () => {
    await allowOrigin()

    const nowhere = await store({ S3_PUBLIC_ENDPOINT: 'http://media.invalid' })
    const own = await store({ S3_PUBLIC_ENDPOINT: 'http://localhost:1' })

    expect(nowhere.wrong).toEqual([fault(/^http:\/\/media.invalid cannot be reached/, /S3_PUBLIC_ENDPOINT/)])
    expect([own.status, own.notes]).toMatchObject([
      0,
      [{ text: expect.stringContaining('localhost:1 cannot be reached') }],
    ])
  })

  it('leaves nothing in a bucket with versions', async () => {
    await allowOrigin()

    expect((await store()).wrong).toEqual([])
    const kept: string[] = []
    for await (const { key } of bucket.storage.versions.list('')) kept.push(key)
    for await (const { key } of bucket.storage.parts.unfinished('')) kept.push(key)
    expect(kept).toEqual([])
  })
})

describe('doctor of Redis', () => {
  async function startRedis(...options: string[]) {
    const redis = await startOwnRedis(...options)
    onTestFinished(() => redis.stop())
    return redis.url
  }

  /** Fills it until it refuses or evicts. */
  async function fill(url: string) {
    const redis = new Redis(url)
    const values = Array.from({ length: 5000 }, (_, index) => redis.set(`key:${index}`, 'x'.repeat(1000)))
    await Promise.allSettled(values)
    redis.disconnect()
  }

  it('names one that refuses to count, because it is full or wants a password', async () => {
    const full = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction')
    await fill(full)
    const locked = await startRedis('--requirepass', 'secret')

    const [first, second] = [await doctor('redis', { REDIS_URL: full }), await doctor('redis', { REDIS_URL: locked })]

    expect(first.wrong).toEqual([fault(/is full \(3 of 3 MB\) and refuses to count$/, /raise maxmemory/)])
    expect(second.wrong).toEqual([fault(/cannot be used \(NOAUTH/, /REDIS_URL and the password/)])
  })

  it('names one that evicts counters', async () => {
    const url = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'allkeys-lru')
    await fill(url)

    const { wrong } = await doctor('redis', { REDIS_URL: url })

    expect(wrong).toEqual([fault(/is full \(3 of 3 MB\) and evicts counters/, /raise maxmemory/)])
  })

  it('names one that does not answer', async () => {
    const { wrong } = await doctor('redis', { REDIS_URL: 'redis://127.0.0.1:1' })

    expect(wrong).toEqual([fault(/cannot be used \(ECONNREFUSED\)$/, /start it .* or correct REDIS_URL/)])
  })
})

describe('doctor of the mail server', () => {
  const secure = certificateFor(90)

  /** Answers each command by its first word; any other is fine. */
  async function startSmtp(replies: Record<string, string>, certificate?: typeof secure) {
    const talk = (socket: Socket) => {
      socket.on('error', () => undefined).write('220 ready\r\n')
      createInterface(socket).on('line', (line) => {
        const [word = ''] = line.split(' ')
        socket.write(`${replies[word] ?? '250 ok'}\r\n`)
      })
    }
    const server = certificate ? tls.createServer(certificate, talk) : createServer(talk)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }

  it('names one that does not answer or is busy', async () => {
    const port = await startSmtp({ EHLO: '421 try later', HELO: '421 try later' })

    const down = await doctor('mail', { SMTP_URL: 'smtp://127.0.0.1:1' })
    const busy = await doctor('mail', { SMTP_URL: `smtp://127.0.0.1:${port}` })

    expect(down.wrong).toEqual([fault(/does not answer \(ECONNREFUSED\)/, /correct host and port of SMTP_URL/)])
    expect(busy.wrong).toEqual([fault(/does not answer \(421\)/, /SMTP_URL/)])
  })

  it('names one without encryption, or with a certificate that nobody trusts', async () => {
    const [plain, untrusted] = [await startSmtp({ STARTTLS: '502 no' }), await startSmtp({}, secure)]

    const noTls = await doctor('mail', { SMTP_URL: `smtp://user:secret@127.0.0.1:${plain}` })
    const noTrust = await doctor('mail', { SMTP_URL: `smtps://user:secret@127.0.0.1:${untrusted}` })

    expect(noTls.wrong).toEqual([fault(/no encryption that we accept \(ETLS\)/, /use smtps:\/\//)])
    expect(noTrust.wrong).toEqual([fault(/no encryption .*SELF_SIGNED/, /certificate must be valid/)])
    expect(JSON.stringify([noTls, noTrust])).not.toContain('secret')
  })

  it('names one that refuses the login, and sends no mail to find out', async () => {
    trust(secure)
    const AUTH = '535 5.7.8 wrong'
    const port = await startSmtp({ EHLO: '250-ok\r\n250 AUTH PLAIN', AUTH, MAIL: '500 a mail' }, secure)

    const { wrong } = await doctor('mail', { SMTP_URL: `smtps://user:secret@127.0.0.1:${port}` })

    expect(wrong).toEqual([fault(/refuses the login \(535\)/, /correct user and password in SMTP_URL/)])
  })
})

describe('doctor of the web', () => {
  it('names an address at which something else answers, and one that leads nowhere', async () => {
    const stranger = await serve((_request, response) => response.end('<h1>It works!</h1>'))
    onTestFinished(() => stranger.close())

    const other = await doctor('web', { PUBLIC_URL: `http://127.0.0.1:${stranger.port}` })
    const nowhere = await doctor('web', {
      ...Object.fromEntries(Object.keys(TestEnv.shape).map((name) => [name, undefined])),
      PUBLIC_URL: 'http://doslovno.invalid',
      TOKEN_SECRET: 'x'.repeat(32),
      SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
    })

    expect(other.wrong).toEqual([fault(/something else than our api answers .*\(200\)/, /docker compose ps/)])
    expect(nowhere.wrong).toEqual([fault(/doslovno.invalid cannot be reached from here/, /docker compose logs proxy/)])
  })

  it('names a proxy that cuts bodies, and passes one that does not', async () => {
    const cut = await doctor('web', { PUBLIC_URL: await startProxy(publicUrl, { mostBytes: 1_000_000 }) })
    const passed = await doctor('web', { PUBLIC_URL: await startProxy(publicUrl) })

    expect(cut.wrong).toEqual([
      fault(/cuts bodies: it answers 413 to 9 MB, and not our api$/, /client_max_body_size 0/),
    ])
    expect(passed.wrong).toEqual([])
  })

  it('names a certificate that has expired, ends soon or is not trusted', async () => {
    const [expired, soon, untrusted] = [await certified(-1), await certified(9), await certified(90)]

    expect(expired).toContainEqual(fault(/certificate of https.* expired on 20/, /renew it/))
    expect(soon).toContainEqual(fault(/ends in \d days, on 20/, /renew it/))
    expect(untrusted).toContainEqual(
      fault(/browsers refuse the certificate .*SELF_SIGNED_CERT/, /authority browsers know/),
    )
  })

  it('passes a certificate that is trusted and valid for long', async () => {
    const certificate = certificateFor(90)
    trust(certificate)

    expect(await certified(90, certificate)).not.toContainEqual(fault(/certificate/, /./))
  })

  async function certified(days: number, certificate = certificateFor(days)) {
    const server = await serve((_request, response) => response.end(), certificate)
    onTestFinished(() => server.close())
    return (await doctor('web', { S3_PUBLIC_ENDPOINT: `https://127.0.0.1:${server.port}` })).wrong
  }
})
