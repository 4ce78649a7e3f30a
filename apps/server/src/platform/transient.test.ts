import { connect } from 'node:net'

import { expect, it } from 'vitest'

import { isTransient } from './transient.ts'

const coded = (code: string) => Object.assign(new Error('any text'), { code })

it.each([
  ['08006', true],
  ['25006', true],
  ['53300', true],
  ['57P01', true],
  ['57P02', true],
  ['57P03', true],
  ['57014', true],
  ['40001', true],
  ['ECONNREFUSED', true],
  ['ENETUNREACH', true],
  ['23505', false],
  ['25001', false],
  ['42P01', false],
  ['57000', false],
])('decides by the code %s: %s', (code, expected) => {
  expect(isTransient(coded(code))).toBe(expected)
  expect(isTransient(new Error('wrapped', { cause: coded(code) }))).toBe(expected)
})

it('knows a host of which no address answers', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  const socket = connect({ host: 'database.test', port: 1, autoSelectFamily: true, lookup: (_host, _options, found) => found(null, addresses) }) // prettier-ignore

  const error = await new Promise<unknown>((seen) => socket.once('error', seen))

  expect(error).toBeInstanceOf(AggregateError)
  expect(isTransient(new AggregateError((error as AggregateError).errors))).toBe(true)
  expect(isTransient(new AggregateError([new Error('any text')]))).toBe(false)
})

it('does not decide by messages', () => {
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(false)
})
