import { type Call, html, type Reply } from './http.ts'
import type { Shop } from './shop.ts'

export function answerVisit(_shop: Shop, _call: Call): Reply {
  return html(404, '')
}
