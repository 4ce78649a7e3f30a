import type { Media, Reading } from '@doslovno/contract/scripts.ts'
import { playerTexts } from '@doslovno/texts/file-page.ts'

import { toAddresses } from '#features/transcript/player/addresses.ts'
import { playerRate } from '#features/transcript/player/player-memory.ts'
import { Player } from '#features/transcript/player/player.ts'

import { element } from './element.ts'
import { playerBar } from './light-player.ts'
import type { Screen } from './screen.ts'

/** The player with its bar and picture; undefined if there is nothing to play. */
export function createLightPlayer(
  { page, root, isEmbed, signal }: Screen,
  reading: Reading,
  renew: () => Promise<Media>,
): Player | undefined {
  const addresses = toAddresses(reading, performance.now())
  if (!addresses) return undefined
  const player = new Player({
    createMedia: () => createMedia(reading.type),
    addresses,
    durationSeconds: reading.duration ?? reading.paragraphs.at(-1)?.end ?? 0,
    // A frame on another page has no storage.
    rate: isEmbed ? 1 : playerRate.recall(),
    renew: async () => toAddresses(await renew(), performance.now()),
  })
  signal.addEventListener('abort', () => player.destroy())
  page.append(playerBar(player, (rate) => !isEmbed && playerRate.remember(rate)))
  if (reading.type === 'video') root.before(picture(player))
  return player
}

/** A recording is loaded when it is first played; a picture is shown at once. */
function createMedia(type: Reading['type']): HTMLMediaElement {
  const media = document.createElement(type)
  media.preload = type === 'video' ? 'metadata' : 'none'
  if (media instanceof HTMLVideoElement) media.playsInline = true
  return media
}

/** The player swaps its elements inside. A click is a mouse shortcut; keyboards have Space and the bar. */
function picture(player: Player): HTMLElement {
  const frame = element('section', { class: 'lr-video', 'aria-label': playerTexts.video })
  const update = () => {
    const { media, hasPicture } = player.getState()
    if (frame.firstChild !== media) frame.replaceChildren(media)
    frame.hidden = !hasPicture
  }
  update()
  player.subscribe(update)
  frame.addEventListener('pointerup', () => player.toggle())
  return frame
}
