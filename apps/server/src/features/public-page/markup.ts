import { unheardBefore } from '@doslovno/domain/process/unheard.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { initialsOf } from '@doslovno/domain/speakers/initials.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { brand, pageTitle } from '@doslovno/texts/brand.ts'
import { filePageTexts, toolbarTexts, unheardTexts, visitorTexts } from '@doslovno/texts/file-page.ts'
import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'

import { escapeHtml } from '#platform/html.ts'

import { clock, imageOf } from './preview.ts'
import type { PublicFile } from './read.ts'

const ABOUT = /<!--about-->.*<!--\/about-->/s
const FIRST = /<!--first-->.*<!--\/first-->/s
const COLOURS = 8
export const BREAK = '\n    '

/** Puts a file into the page of the web app: tags for those who show its link, and its text for everybody. */
export function withFile(page: string, file: PublicFile, publicUrl: string): string {
  return fillPage(page, [...aboutTags(file, publicUrl), ...readerTags('file')].join(BREAK), firstScreen(file))
}

/** The same for the sample, which the app itself shows, and which search engines may list. */
export function withSample(page: string, file: PublicFile, publicUrl: string): string {
  return fillPage(page, aboutTags(file, publicUrl).join(BREAK), firstScreen(file))
}

/** `tags` take the place of the title and the description, `screen` that of the first screen. */
export function fillPage(page: string, tags: string, screen: string): string {
  // Functions, because a text may contain what String.replace takes for a pattern.
  return page.replace(ABOUT, () => tags).replace(FIRST, () => screen)
}

/** Tells the script of the page (apps/web/build/first-screen.js) what to load: a reader, or nothing. */
export function readerTags(kind: 'file' | 'embed' | 'none'): string[] {
  return [metaTag('name', 'reader', kind), metaTag('name', 'robots', 'noindex, nofollow')]
}

function aboutTags(file: PublicFile, publicUrl: string): string[] {
  const description = [quoted(file), aboutText(file)].filter(Boolean).join(' · ') || brand.description
  const { path, width, height, query } = imageOf(file)
  const image = `${publicUrl}${path}`
  const alt = quoted(file) || texts.image
  const properties = {
    'og:type': 'article',
    'og:site_name': brand.name,
    'og:locale': 'ru_RU',
    'og:url': `${publicUrl}${file.path}${query}`,
    'og:title': file.title,
    'og:description': description,
    'og:image': image,
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': alt,
    'og:image:type': 'image/png',
  }
  const names = {
    description,
    'twitter:card': 'summary_large_image',
    'twitter:title': file.title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': alt,
  }
  return [
    ...Object.entries(names).map(([name, content]) => metaTag('name', name, content)),
    ...Object.entries(properties).map(([name, content]) => metaTag('property', name, content)),
    titleTag(file),
  ]
}

export function titleTag({ title }: PublicFile): string {
  return `<title>${escapeHtml(pageTitle(title))}</title>`
}

function metaTag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

const aboutText = ({ seconds, speakers, names }: PublicFile) => texts.about({ seconds, speakers, names })

function quoted({ quote, nameOf }: PublicFile): string {
  return quote ? `${texts.quote(quote.text)} ${texts.author(nameOf(quote.speaker), clock(quote.start))}` : ''
}

/** Styled by apps/web/build/first-screen.css. What only visitors need is shown by the script of the page. */
function firstScreen(file: PublicFile): string {
  const parts = [
    `<h1>${escapeHtml(file.title)}</h1>`,
    `<p class="fs-about">${escapeHtml(aboutText(file))}</p>`,
    tools(),
    ...textParts(file),
  ]
  return `${bar()}\n${invitation()}\n<main class="fs-page"><article>\n${parts.join('\n')}\n</article></main>`
}

/** The quote that the link asks for, and the text; the reader of apps/web fills in what is missing. */
export function textParts(file: PublicFile): string[] {
  const gaps = unheardBefore(file.paragraphs, file.unheard)
  const sections = file.paragraphs.map((paragraph, index) => section(file, paragraph, { index, gaps }))
  const parts = [
    file.stretch ? quoteBlock(file) : '',
    `<div class="fs-text" role="region" aria-label="${filePageTexts.transcript}">\n${sections.join('\n')}\n</div>`,
    file.isWhole ? '' : `<p class="fs-note fs-visitor" data-more>${texts.more}</p>`,
    `<noscript><p class="fs-note">${texts.noScript}</p></noscript>`,
  ]
  return parts.filter(Boolean)
}

function bar(): string {
  const signIn = `<a class="fs-button fs-visitor" href="/auth/login">${shellTexts.signIn}</a>`
  return `<header class="fs-bar"><div><a class="fs-mark" href="/">${wordmark()}</a>${signIn}</div></header>`
}

/** Logo and name. */
export function wordmark(): string {
  const [start, marked, end] = brand.wordmark
  return `${LOGO}<span>${start}<mark>${marked}</mark>${end}</span>`
}

function invitation(): string {
  const link = `<a class="fs-button" href="/auth/register">${visitorTexts.action}</a>`
  return `<aside class="fs-invite fs-visitor" aria-label="${visitorTexts.label}"><p>${visitorTexts.text}</p>${link}</aside>`
}

/** Each loads the full page. */
function tools(): string {
  const buttons = Object.entries(texts.tools).map(
    ([name, label]) => `<button type="button" class="fs-button" data-open="${name}">${label}</button>`,
  )
  return `<div class="fs-tools fs-visitor" role="group" aria-label="${toolbarTexts.label}">${buttons.join('')}</div>`
}

/** Inline, so that it needs no request. */
const LOGO = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">\
<rect width="32" height="32" rx="9" fill="var(--ink)" /><rect x="7" y="11.5" width="18" height="9" rx="2.5" fill="#ffdd57" />\
<path d="M10.5 16h11" stroke="#1c1a17" stroke-width="2.4" stroke-linecap="round" /></svg>`

function quoteBlock({ quote, nameOf }: PublicFile): string {
  if (!quote) return ''
  const author = texts.author(nameOf(quote.speaker), clock(quote.start))
  return `<blockquote>${escapeHtml(texts.quote(quote.text))}<cite>${escapeHtml(author)}</cite></blockquote>`
}

/** Where a paragraph stands. `gaps`: speech without words before each. */
type Placed = { index: number; gaps: ReadonlyMap<number, readonly Span[]> }

/** The first paragraph of a turn carries the speaker's name. A time leads to its moment, without scripts too. */
function section(file: PublicFile, { speaker, start, text }: Paragraph, { index, gaps }: Placed): string {
  const startsTurn = file.paragraphs[index - 1]?.speaker !== speaker
  const time = timeLink(start, clock(start))
  const name = file.nameOf(speaker)
  const look = `style="--speaker:var(--speaker-${(speaker % COLOURS) + 1})" data-initials="${escapeHtml(initialsOf(name))}"`
  const heading = startsTurn ? `<h2 ${look}>${escapeHtml(name)} ${time}</h2>` : time
  const notes = (at: number) => (gaps.get(at) ?? []).map(unheardNote).join('')
  const [before, after] = [index === 0 ? notes(0) : '', notes(index + 1)]
  return `<section data-paragraph="${index}">${before}${heading}<p data-text>${escapeHtml(text)}</p>${after}</section>`
}

function timeLink(seconds: number, text: string): string {
  const label = `${filePageTexts.listenFrom} ${clock(seconds)}`
  return `<a href="?t=${seconds}" data-seek="${seconds}" aria-label="${label}">${text}</a>`
}

function unheardNote({ start, end }: Span): string {
  const times = timeLink(start, `${clock(start)}–${clock(end)}`)
  return `<p role="note">${times} ${unheardTexts.states.once}</p>`
}

/** A file for a frame on somebody's page: its text, the player, and the way back to us. `moment` is that of the link. */
export function embedPage(page: string, file: PublicFile, moment: string | undefined): string {
  const link = `${file.path}${moment === undefined || !file.stretch ? '' : `?t=${escapeHtml(moment)}`}`
  const title = `<h1><a href="${link}" target="_blank" rel="noopener">${escapeHtml(file.title)}</a></h1>`
  const screen = embedScreen(link, [title, ...textParts(file)])
  return fillPage(page, [...readerTags('embed'), titleTag(file)].join(BREAK), screen)
}

/** The frame of a file that strangers may not read, or that cannot be read at the moment. */
export function emptyEmbed(page: string, { title, text }: { title: string; text: string }): string {
  const screen = embedScreen('/', [`<h1>${title}</h1>`, `<p class="fs-about">${text}</p>`])
  return fillPage(page, [...readerTags('none'), `<title>${title}</title>`].join(BREAK), screen)
}

function embedScreen(link: string, parts: readonly string[]): string {
  const mark = `<a class="fs-mark" href="${link}" target="_blank" rel="noopener" title="${texts.whole}">${wordmark()}</a>`
  return `<main class="fs-page fs-embed"><article>\n${parts.join('\n')}\n</article>${mark}</main>`
}
