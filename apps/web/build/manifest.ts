import { brand } from '@doslovno/texts/brand.ts'
import { installTexts } from '@doslovno/texts/shell.ts'
import type { Plugin } from 'vite'

const icon = (size: number, purpose = 'any') => ({
  src: `/icons/${purpose === 'any' ? '' : `${purpose}-`}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The address of `SHARE_PATH`; the service worker answers it. */
const SHARE = {
  action: '/share',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    title: 'title',
    text: 'text',
    url: 'url',
    files: [{ name: 'files', accept: ['audio/*', 'video/*', '.opus', '.ogg', '.oga', '.m4a', '.amr', '.mkv'] }],
  },
}

const MANIFEST = {
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  lang: 'ru',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // Of the light scheme; the page sets its own colour for either.
  theme_color: '#faf9f6',
  background_color: '#faf9f6',
  categories: ['productivity', 'utilities'],
  icons: [icon(192), icon(512), icon(192, 'maskable'), icon(512, 'maskable')],
  shortcuts: [{ name: installTexts.upload, url: '/upload', icons: [icon(192)] }],
  share_target: SHARE,
}

/** Writes what a browser needs to install the app. */
export function manifest(): Plugin {
  const source = JSON.stringify(MANIFEST)
  return {
    name: 'manifest',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
    },
  }
}
