import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'

import { buildFilter, isInFilter } from './filter.ts'
import { createBreachedPasswords, FILTER_FILE } from './index.ts'

const log = createLog('silent', 'test')
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

describe('the filter', () => {
  it('knows every member and almost no stranger', () => {
    const members = new Set(Array.from({ length: 2000 }, (_, n) => `member-${n}`))
    const filter = buildFilter(members)

    const strangers = Array.from({ length: 20_000 }, (_, n) => `stranger-${n}`)

    expect([...members].every((member) => isInFilter(filter, member))).toBe(true)
    expect(strangers.filter((stranger) => isInFilter(filter, stranger)).length).toBeLessThan(10)
  })

  it('is the one that its README describes', async () => {
    const filter = await readFile(FILTER_FILE)
    const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')

    expect(filter.length).toBeLessThan(1_000_000)
    expect(readme).toContain(createHash('sha256').update(filter).digest('hex'))
  })
})

describe('well-known passwords', () => {
  const { isBreached } = createBreachedPasswords({ url: undefined, log })

  it.each(['password1', 'Password1', 'Password1!', 'Qwerty123!', 'qwerty123', '1q2w3e4r', 'Iloveyou1!!', 'zxcvbnm123'])(
    'include %s',
    async (password) => {
      expect(await isBreached(password)).toBe(true)
    },
  )

  it.each(['Doslovno-1', 'Right-pass-1', 'Another-pass-2', 'Brand-new-3', 'Длинный-пароль-7', 'тихий Омут 42 кита'])(
    'do not include %s',
    async (password) => {
      expect(await isBreached(password)).toBe(false)
    },
  )
})

describe('the service', () => {
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => (server.closeAllConnections(), server.close()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/range` // listening on TCP
  }
  const suffixOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase().slice(5)

  it('learns five digits of the hash and answers with the rest', async () => {
    const asked: (string | undefined)[] = []
    const url = await serve(({ url: path }, reply) => {
      asked.push(path)
      reply.end(`${'0'.repeat(35)}:0\r\n${suffixOf('Unusual-7-phrase')}:12\r\n${suffixOf('Padding-8-phrase')}:0`)
    })
    const { isBreached } = createBreachedPasswords({ url, log })

    expect(await isBreached('Unusual-7-phrase')).toBe(true)
    expect(await isBreached('Padding-8-phrase')).toBe(false)
    expect(asked).toEqual([
      expect.stringMatching(/^\/range\/[0-9A-F]{5}$/),
      expect.stringMatching(/^\/range\/[0-9A-F]{5}$/),
    ])
  })

  it('lets the password through and logs it when the service fails or hangs', async () => {
    let lines = ''
    const noted = createLog('warn', 'test', { write: (line: string) => void (lines += line) })
    const broken = await serve((_request, reply) => void reply.writeHead(500).end())
    const hanging = await serve(() => undefined)

    for (const url of [broken, hanging])
      expect(await createBreachedPasswords({ url, log: noted }).isBreached('Unusual-7-phrase')).toBe(false)

    expect(lines.match(/could not be looked up/g)).toHaveLength(2)
    expect(lines).not.toContain('Unusual')
  })
})
