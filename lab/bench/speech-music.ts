import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOUND_FONT = '/usr/share/sounds/sf2/TimGM6mb.sf2'
const BEATS_PER_SECOND = 2
const TICKS_PER_BEAT = 240

/** General MIDI programs; the voices come nearest to speech. */
export const instruments = { piano: 0, guitar: 24, strings: 48, choir: 52, voice: 53, brass: 61 }

/**
 * Samples of a tune with chords and drums, rendered by fluidsynth; undefined if it is not installed (Debian: fluidsynth
 * and timgm6mb-soundfont).
 */
export function playMusic(program: number, seconds: number): Buffer | undefined {
  if (!existsSync(SOUND_FONT)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'music-'))
  try {
    const tune = join(folder, 'tune.mid')
    const sound = join(folder, 'sound.wav')
    const pcm = join(folder, 'sound.pcm')
    writeFileSync(tune, midiOf(program, seconds))
    spawnSync('fluidsynth', ['-ni', '-F', sound, '-r', '44100', SOUND_FONT, tune])
    spawnSync('ffmpeg', [
      '-loglevel',
      'error',
      '-i',
      sound,
      '-t',
      String(seconds),
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      's16le',
      pcm,
    ])
    return existsSync(pcm) ? readFileSync(pcm) : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One track: a random note of a scale per beat, a chord every other beat, drums. */
function midiOf(program: number, seconds: number): Buffer {
  let state = program + 1
  const pick = (values: readonly number[]) => {
    state = (state * 16_807) % 2_147_483_647
    return values[state % values.length] ?? 0
  }
  const events = [0, 0xc0, program]
  for (let beat = 0; beat < seconds * BEATS_PER_SECOND; beat++) {
    const note = 60 + pick([0, 2, 4, 5, 7, 9, 11, 12])
    const root = 48 + pick([0, 5, 7, 9])
    const chord = beat % 2 === 0 ? [root, root + 4, root + 7] : []
    const sounding = [note, ...chord]
    events.push(...sounding.flatMap((key) => [0, 0x90, key, 80]), 0, 0x99, beat % 2 === 0 ? 36 : 38, 90)
    events.push(...delayed(TICKS_PER_BEAT, [0x80, note, 0]), ...chord.flatMap((key) => [0, 0x80, key, 0]))
  }
  const track = Buffer.from([...events, 0, 0xff, 0x2f, 0])
  return Buffer.concat([chunk('MThd', Buffer.from([0, 0, 0, 1, 0, TICKS_PER_BEAT])), chunk('MTrk', track)])
}

/** An event after a delay, encoded in groups of seven bits. */
function delayed(ticks: number, event: readonly number[]): number[] {
  return ticks < 128 ? [ticks, ...event] : [(ticks >> 7) | 0x80, ticks & 0x7f, ...event]
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}
