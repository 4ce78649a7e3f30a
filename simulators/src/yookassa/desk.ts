import { type Call, formOf, html, redirect, type Reply } from '#http.ts'

import type { Commands } from './commands.ts'
import { deskPage } from './pages/desk-page.ts'
import type { Shop } from './shop.ts'

/** `/`: what was paid, and what becomes of later charges of each saved card. */
export function answerDesk(shop: Shop, commands: Commands, call: Call): Reply | undefined {
  if (call.path !== '/') return undefined
  if (call.method === 'GET') return html(200, deskPage(shop))
  const form = formOf(call)
  const methodId = form.get('methodId') ?? ''
  if (!shop.methods.has(methodId)) return undefined
  const action = form.get('action')
  if (action === 'revoke') commands.revoke({ methodId })
  if (action === 'decline') commands.decline({ methodId, decline: 'insufficient_funds' })
  if (action === 'accept') commands.decline({ methodId, decline: null })
  return redirect('/', 303)
}
