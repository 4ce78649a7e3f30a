/** A video on Rutube. */
export type Video = {
  /** 32 hexadecimal digits. */
  id: string
  title: string
  durationSeconds: number
  /** `private`: visible to its owner only. `down`: the API fails. */
  trouble?: 'private' | 'down'
  isLive?: boolean
  /** Transport stream segments of equal length; a string is a URL put into the playlist as is. */
  segments?: readonly (Buffer | string)[]
  /** The whole video in one file, instead of segments. */
  file?: Buffer
}

export type Reply = { status: number; type: string; body: string | Buffer }

export const HOSTS = ['rutube.ru', 'bl.rutube.ru', 'river-1.rutube.ru'] as const

/** The replies of Rutube's hosts: the page, the two API calls that players make, playlists and segments. */
export function rutubeReply(videos: readonly Video[], host: string, path: string): Reply {
  const id = /[\da-f]{32}/.exec(path)?.[0]
  const video = videos.find((one) => one.id === id)
  if (!video) return json(404, { detail: 'Not found.' })
  if (host === 'rutube.ru') return apiReply(video, path)
  if (host === 'bl.rutube.ru' && path === `/route/${id}.m3u8`) return playlist(masterOf(video))
  return host === 'river-1.rutube.ru' ? riverReply(video, path) : json(404, { detail: 'Not found.' })
}

function apiReply(video: Video, path: string): Reply {
  if (path === `/video/${video.id}/`) return page(video)
  if (video.trouble === 'down') return json(503, { detail: 'Service unavailable.' })
  if (video.trouble === 'private') return json(403, { detail: 'Access denied.' })
  if (path === `/api/video/${video.id}/`) return json(200, infoOf(video))
  if (path === `/api/play/options/${video.id}/`) return json(200, { video_balancer: balancerOf(video) })
  return json(404, { detail: 'Not found.' })
}

function infoOf({ id, title, durationSeconds, isLive = false }: Video) {
  return {
    id,
    title,
    description: '',
    thumbnail_url: `https://pic.rutubelist.ru/video/${id}.jpg`,
    created_ts: '2026-10-01T12:00:00',
    video_url: `https://rutube.ru/video/${id}/`,
    duration: durationSeconds,
    is_adult: false,
    is_livestream: isLive,
    hits: 1,
    author: { id: 1, name: 'Simulator' },
    category: { id: 1, name: 'Interview' },
  }
}

const balancerOf = ({ id, file }: Video) =>
  file ? { default: `https://river-1.rutube.ru/files/${id}.mp4` } : { m3u8: `https://bl.rutube.ru/route/${id}.m3u8` }

function riverReply({ id, file, segments = [], durationSeconds }: Video, path: string): Reply {
  if (file && path === `/files/${id}.mp4`) return { status: 200, type: 'video/mp4', body: file }
  if (path === `/hls-vod/${id}/small.m3u8`) return playlist(segmentsPlaylist(id, segments, durationSeconds))
  const number = Number(/\/segment-(\d+)\.ts$/.exec(path)?.[1] ?? -1)
  const segment = segments[number]
  return segment instanceof Buffer ? { status: 200, type: 'video/mp2t', body: segment } : json(404, {})
}

const masterOf = ({ id }: Video) => `#EXTM3U
#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=400000,RESOLUTION=64x64,CODECS="avc1.4d001e,mp4a.40.2"
https://river-1.rutube.ru/hls-vod/${id}/small.m3u8
`

function segmentsPlaylist(id: string, segments: readonly (Buffer | string)[], durationSeconds: number): string {
  const seconds = durationSeconds / segments.length
  const lines = segments.flatMap((segment, number) => [
    `#EXTINF:${seconds.toFixed(3)},`,
    typeof segment === 'string' ? segment : `/hls-vod/${id}/segment-${number}.ts`,
  ])
  const head = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`]
  return [...head, ...lines, '#EXT-X-ENDLIST', ''].join('\n')
}

const page = ({ title }: Video): Reply => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><title>${title.replaceAll('<', '&lt;')}</title>${'<p>Video</p>'.repeat(1000)}`,
})

const playlist = (body: string): Reply => ({ status: 200, type: 'application/vnd.apple.mpegurl', body })

const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
