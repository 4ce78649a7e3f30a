import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

const HSTS = 'max-age=31536000; includeSubDomains'
const POLICY = 'content-security-policy'
const NO_FRAMES = "frame-ancestors 'none'"

/** Sets the headers of every response; the media endpoint serves the recordings, `page` is the web app's. */
export function securityHeaders(app: FastifyInstance, mediaEndpoint: string, page = ''): void {
  const mediaOrigin = new URL(mediaEndpoint).origin
  const headers = {
    [POLICY]: contentPolicy(mediaOrigin, inlineScripts(page)),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-site',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': HSTS,
    'x-content-type-options': 'nosniff',
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url)) reply.headers(apiHeaders)
    else reply.headers(headers)
    // A sign-in popup returns from the provider here; any other policy would cut it off from its opener.
    if (request.url.startsWith('/oauth/')) reply.header('cross-origin-opener-policy', 'unsafe-none')
    // A shared file is for those who have its link, not for search engines.
    if (request.url.startsWith('/files/')) reply.header('x-robots-tag', NO_INDEX)
    done()
  })
}

/** Lets any site show this reply in a frame. Called by a route, not by a path: whatever else lies there stays closed. */
export function allowFraming(reply: FastifyReply): void {
  reply.header(POLICY, String(reply.getHeader(POLICY)).replace(NO_FRAMES, 'frame-ancestors *'))
  reply.header('x-robots-tag', NO_INDEX)
}

const NO_INDEX = 'noindex, noarchive'

/** Data is neither drawn nor framed, so it needs no more. It is personal: no cache may keep it. */
const apiHeaders = {
  'cache-control': 'no-store',
  [POLICY]: `default-src 'none'; ${NO_FRAMES}`,
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': HSTS,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': NO_INDEX,
}

/** The documentation is a page below /api. */
function isApi(url: string): boolean {
  return (url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/v1/')
}

/** Inline styles are allowed: the UI kit sets its variables in a style element. */
function contentPolicy(mediaOrigin: string, scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    `media-src 'self' ${mediaOrigin} blob:`,
    `connect-src 'self' ${mediaOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    NO_FRAMES,
    "require-trusted-types-for 'script'",
    // Its one policy lets nothing but CSS through (apps/web/src/app/trusted-types.ts).
    'trusted-types default',
  ].join('; ')
}

/** The scripts that the build wrote into the page, by their hashes; no other inline script runs. */
function inlineScripts(page: string): string[] {
  return Array.from(page.matchAll(/<script>(.*?)<\/script>/gs), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
