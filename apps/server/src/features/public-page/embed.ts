import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'

import { escapeHtml } from '#platform/html.ts'

import { BREAK, fillPage, readerTags, textParts, titleTag, wordmark } from './markup.ts'
import type { PublicFile } from './read.ts'

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
