import type { FastifyInstance } from 'fastify'

/** Sets the headers of every response; the media endpoint serves the recordings. */
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
    // A sign-in popup returns from the provider here; any other policy would cut it off from its opener.
    if (request.url.startsWith('/oauth/')) reply.header('cross-origin-opener-policy', 'unsafe-none')
    // API responses are personal: no cache may keep them.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // A shared file is for those who have its link, not for search engines.
    if (/^\/(files|api)\//.test(request.url)) reply.header('x-robots-tag', 'noindex, noarchive')
  })
}

/** Inline styles are allowed: the UI kit sets its variables in a style element. */
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
    "require-trusted-types-for 'script'",
    // Its one policy lets nothing but CSS through (apps/web/src/app/trusted-types.ts).
    'trusted-types default',
  ].join('; ')
}
