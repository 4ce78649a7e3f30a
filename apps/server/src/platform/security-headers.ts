import type { FastifyInstance } from 'fastify'

/** Said with every answer. `mediaOrigin` is where recordings are played from. */
export function securityHeaders(app: FastifyInstance, mediaEndpoint: string): void {
  const mediaOrigin = new URL(mediaEndpoint).origin
  const headers = {
    'content-security-policy': contentPolicy(mediaOrigin),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-site',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // The popup of a sign-in comes back from the provider: any other policy would cut it from the window that opened it.
    if (request.url.startsWith('/oauth/')) reply.header('cross-origin-opener-policy', 'unsafe-none')
    // Answers of the API speak of one person: no cache may keep them.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** Styles may be inline: the kit sets its variables by a style element of its own. */
function contentPolicy(mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `media-src ${mediaOrigin} blob:`,
    `connect-src 'self' ${mediaOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
