import { describe, expect, it } from 'vitest'

import { createLog } from './log.ts'

function logged(entry: object): string {
  let line = ''
  createLog('info', 'test', { write: (text: string) => void (line += text) }).info(entry, 'said')
  return line
}

describe('the log', () => {
  it('removes secrets and names of people, however deep they lie', () => {
    const line = logged({
      req: { headers: { authorization: 'Bearer abc-1' } },
      body: { password: 'abc-2', refreshToken: 'abc-3', nested: { token: 'abc-4' } },
      email: 'abc-5@example.ru',
      accessToken: 'abc-6',
    })

    expect(line).not.toMatch(/abc-\d/)
    expect(line).toContain('[removed]')
  })

  it('names a request without its query, where links carry secrets', () => {
    const line = logged({ req: { method: 'GET', url: '/auth/register-confirm?token=abc-7', ip: '10.0.0.1' } })

    expect(JSON.parse(line).req).toEqual({ method: 'GET', url: '/auth/register-confirm', remoteAddress: '10.0.0.1' })
  })

  it('keeps the rest, one JSON object a line, whatever is in the text', () => {
    const line = logged({ fileId: 'f1', note: 'two\nlines' })

    expect(line.trimEnd()).not.toContain('\n')
    expect(JSON.parse(line)).toMatchObject({ fileId: 'f1', note: 'two\nlines', msg: 'said' })
  })
})
