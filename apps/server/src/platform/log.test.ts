import { describe, expect, it } from 'vitest'

import { createLog } from './log.ts'

function logged(entry: object): string {
  let line = ''
  createLog('info', 'test', { write: (text: string) => void (line += text) }).info(entry, 'message')
  return line
}

describe('the log', () => {
  it('redacts secrets and personal data at any depth', () => {
    const line = logged({
      req: { headers: { authorization: 'Bearer abc-1' } },
      body: { password: 'abc-2', refreshToken: 'abc-3', nested: { token: 'abc-4' } },
      email: 'abc-5@example.ru',
      accessToken: 'abc-6',
    })

    expect(line).not.toMatch(/abc-\d/)
    expect(line).toContain('[removed]')
  })

  it('redacts names and new addresses of people, and keeps the name of the process', () => {
    const line = logged({ body: { name: 'abc-1', surname: 'abc-2', newEmail: 'abc-3@example.ru' } })

    expect(line).not.toMatch(/abc-\d/)
    expect(JSON.parse(line)).toMatchObject({ name: 'test' })
  })

  it('logs an error without the values of rows and without e-mails, with its causes', () => {
    const conflict = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      detail: 'Key (email)=(abc-1@example.ru) already exists.',
      where: 'abc-2',
    })
    const bounced = new Error('550 <abc-3@example.ru>: user unknown', { cause: conflict })

    const line = logged({ err: bounced })

    expect(line).not.toMatch(/abc-\d/)
    expect(JSON.parse(line).err).toMatchObject({ type: 'Error', message: expect.stringContaining('user unknown') })
    expect(JSON.parse(logged({ err: conflict })).err).toMatchObject({ code: '23505' })
    expect(JSON.parse(line).err.stack).toContain('users_email_key')
  })

  it('logs the URL of a request without its query, which may carry secrets', () => {
    const line = logged({ req: { method: 'GET', url: '/auth/register-confirm?token=abc-7', ip: '10.0.0.1' } })

    expect(JSON.parse(line).req).toEqual({ method: 'GET', url: '/auth/register-confirm', remoteAddress: '10.0.0.1' })
  })

  it('keeps everything else, as one JSON object per line', () => {
    const line = logged({ fileId: 'f1', note: 'two\nlines' })

    expect(line.trimEnd()).not.toContain('\n')
    expect(JSON.parse(line)).toMatchObject({ fileId: 'f1', note: 'two\nlines', msg: 'message' })
  })
})
