import { describe, expect, it } from 'vitest'

import { looksLikeMedia, mediaTypeOf } from './magic.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Three frames of the given length that begin with the given bytes. */
function frames(frameBytes: number, ...start: number[]): Uint8Array {
  const all = new Uint8Array(frameBytes * 3)
  for (const frame of [0, 1, 2]) all.set(start, frame * frameBytes)
  return all
}

describe('the head of a recording', () => {
  it.each([
    ['an mp4', 'video/mp4', ascii('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41')],
    ['a QuickTime film', 'video/quicktime', ascii('\0\0\0\x14ftypqt  \0\0\x02\0qt  ')],
    ['a QuickTime film without brands', 'video/quicktime', ascii('\0\0\0\x08wide\x01\0\0\0mdat')],
    ['an m4a', 'audio/mp4', ascii('\0\0\0\x1cftypM4A \0\0\x02\0M4A isomiso2')],
    ['a 3gp film', 'video/3gpp', ascii('\0\0\0\x1cftyp3gp4\0\0\x02\0')],
    ['a matroska', 'video/x-matroska', ascii('\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska')],
    ['a webm', 'video/webm', ascii('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm')],
    ['an mp3 with a tag', 'audio/mpeg', ascii('ID3\x04\0\0\0\0\0\x23')],
    ['an mp3 without one', 'audio/mpeg', frames(417, 0xff, 0xfb, 0x90, 0x64)],
    ['an mp3 of 22 kHz', 'audio/mpeg', frames(156, 0xff, 0xf3, 0x60, 0xc4)],
    ['an mp2', 'audio/mpeg', frames(835, 0xff, 0xfd, 0xc0, 0x04)],
    ['a wav', 'audio/wav', ascii('RIFF\x24\0\0\0WAVEfmt ')],
    ['a wav of more than 4 GB', 'audio/wav', ascii('RF64\xff\xff\xff\xffWAVEds64')],
    ['a w64', 'audio/x-w64', ascii('riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0')],
    ['an avi', 'video/x-msvideo', ascii('RIFF\x24\0\0\0AVI LIST')],
    ['a flac', 'audio/flac', ascii('fLaC\0\0\0\x22')],
    ['an ogg voice message', 'audio/ogg', ascii('OggS\0\x02')],
    ['bare AAC', 'audio/aac', frames(371, 0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc)],
    ['an amr', 'audio/amr', ascii('#!AMR\n')],
    ['a wide amr', 'audio/amr', ascii('#!AMR-WB\n')],
    ['a wma', 'video/x-ms-asf', ascii('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa')],
    ['an aiff', 'audio/aiff', ascii('FORM\0\0\x10\0AIFFCOMM')],
    ['a caf', 'audio/x-caf', ascii('caff\0\x01\0\0desc')],
    ['an au', 'audio/basic', ascii('.snd\0\0\0\x20')],
    ['an flv', 'video/x-flv', ascii('FLV\x01\x05\0\0\0\x09')],
    ['a transport stream', 'video/mp2t', frames(188, 0x47, 0x40, 0x11)],
    ['a transport stream with timestamps', 'video/mp2t', frames(192, 0, 0, 0, 0, 0x47, 0x40)],
    ['an MPEG program stream', 'video/mpeg', ascii('\0\0\x01\xba\x44\0')],
  ])('is recognised: %s', (_what, type, head) => {
    expect(mediaTypeOf(head)).toBe(type)
    expect(looksLikeMedia(head)).toBe(true)
  })
})

describe('the head of another file', () => {
  it.each([
    ['an empty file', ascii('')],
    ['one byte', bytes(0xff)],
    ['text', ascii('just a text that goes on and on')],
    ['Russian text in windows-1251', bytes(0xff, 0xfb, 0xee, 0xf2, 0x20, 0xe8, 0xf1, 0xff, 0xfb)],
    ['UTF-16 text', bytes(0xff, 0xfe, 0x68, 0x00, 0x69, 0x00, 0x21, 0x00)],
    ['a page', ascii('<!DOCTYPE html><html><head></head></html>')],
    ['a page after white space', ascii('\n\n  <html>')],
    ['a playlist', ascii('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1/secret.ts\n')],
    ['a playlist of Winamp', ascii('[playlist]\nFile1=http://127.0.0.1/\n')],
    ['a concat list of ffmpeg', ascii('ffconcat version 1.0\nfile neighbour.wav\n')],
    ['a manifest', ascii('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>')],
    ['an SDP session', ascii('v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n')],
    ['an archive', ascii('PK\x03\x04\x14\0\0\0')],
    ['a gzip file', bytes(0x1f, 0x8b, 0x08, 0x00)],
    ['a Windows program', ascii('MZ\x90\0\x03\0\0\0')],
    ['a Linux program', ascii('\x7fELF\x02\x01\x01')],
    ['a document', ascii('%PDF-1.7')],
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46)],
    ['a PNG', ascii('\x89PNG\r\n\x1a\n')],
    ['a GIF', ascii('GIF89a')],
    ['a WebP', ascii('RIFF\x24\0\0\0WEBPVP8 ')],
    ['a HEIC picture', ascii('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['an AVIF', ascii('\0\0\0\x1cftypavif\0\0\0\0avifmif1')],
    ['a MIDI file', ascii('MThd\0\0\0\x06')],
  ])('is refused: %s', (_what, head) => {
    expect(looksLikeMedia(head)).toBe(false)
  })
})
