import { documentTexts, pageTexts } from '@doslovno/texts/api-docs/document.ts'

export const DOCUMENT_PATH = '/api/openapi.json'
export const START_PATH = '/api/docs/start.js'

/** The page of the documentation; the renderer draws it from the document. */
export const page = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${pageTexts.description}">
<title>${pageTexts.title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="alternate" type="application/json" href="${DOCUMENT_PATH}">
</head>
<body>
<main id="reference"></main>
<noscript>${pageTexts.noScript} <a href="${DOCUMENT_PATH}">${DOCUMENT_PATH}</a></noscript>
<script type="module" src="${START_PATH}"></script>
</body>
</html>
`

/** Starts the renderer: nothing of it may speak to its maker. */
export function startScript(bundle: string): string {
  return `import { createApiReference } from '${bundle}'
createApiReference('#reference', ${JSON.stringify(settings)})
`
}

/** Everything is of our own origin: the page may ask nobody else and be framed by nobody. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

const light = { page: '#faf9f6', raised: '#ffffff', sunken: '#f3f1ec', line: '#e8e4dc' }
const dark = { page: '#141416', raised: '#1b1b1e', sunken: '#232327', line: '#2e2e33' }

/** The tokens of the product (apps/web/src/ui/tokens.css) by the renderer's names. */
const customCss = `
:root { --scalar-font: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --scalar-font-code: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.light-mode { ${colours(light, { text: ['#1c1a17', '#57534b', '#716c62'], accent: '#2b55d6' })} }
.dark-mode { ${colours(dark, { text: ['#efede8', '#b9b6ae', '#96938b'], accent: '#8fabff' })} }
/* In Russian these two do not fit into a line of a phone. */
.operation-auth { flex-wrap: wrap; }
/* The renderer shortens transitions instead of removing them: an inherited colour then takes a frame per level. */
@media (prefers-reduced-motion: reduce) { .scalar-app * { transition-property: none !important; } }
`

function colours(
  { page, raised, sunken, line }: typeof light,
  ink: { text: readonly string[]; accent: string },
): string {
  const backgrounds = [raised, page, sunken].map((colour, index) => `--scalar-background-${index + 1}: ${colour};`)
  const texts = ink.text.map((colour, index) => `--scalar-color-${index + 1}: ${colour};`)
  const accent = `--scalar-color-accent: ${ink.accent}; --scalar-link-color: ${ink.accent};`
  return [...backgrounds, ...texts, accent, `--scalar-border-color: ${line};`].join(' ')
}

const settings = {
  url: DOCUMENT_PATH,
  localization: { locale: 'ru' },
  theme: 'default',
  customCss,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  modelsSectionLabel: pageTexts.models,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  favicon: '/favicon.svg',
  metaData: { title: pageTexts.title, description: documentTexts.title },
}
