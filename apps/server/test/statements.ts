import pg from 'pg'
import { vi } from 'vitest'

/** Notes every statement from now on, until mocks are restored; returns those sent so far. */
export function watchStatements(): () => string[] {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  return () => statements.mock.calls.map(([query]) => textOf(query))
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
}
