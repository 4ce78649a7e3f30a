/** A part of a page as a person points at it. A name or text given as a string is matched whole. */
export type Part = (
  | { role: Role; name?: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
  | { css: string }
) & { in?: Part }

export type Role =
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'region'
  | 'slider'
  | 'tab'
  | 'tabpanel'
  | 'textbox'

export type Point = { x: number; y: number }

/** A window of a browser, with storage of its own. Every action waits until its part is visible. */
export type Screen = {
  goto: (address: string) => Promise<void>
  reload: () => Promise<void>
  address: () => Promise<URL>
  see: (part: Part) => Promise<void>
  seeNone: (part: Part) => Promise<void>
  textOf: (part: Part) => Promise<string>
  attributeOf: (part: Part, name: string) => Promise<string | null>
  click: (part: Part) => Promise<void>
  clickAt: (point: Point, times?: 1 | 2) => Promise<void>
  /** Replaces what a field holds. */
  fill: (part: Part, text: string) => Promise<void>
  /** Gives a file to an input, which may be hidden. */
  choose: (part: Part, path: string) => Promise<void>
  /** Presses a key, for example `Enter` or `Control+z`. */
  press: (keys: string) => Promise<void>
  type: (text: string) => Promise<void>
  evaluate: <Result>(run: (text: string) => Result | Promise<Result>, text?: string) => Promise<Result>
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

/** A browser of one kind. */
export type Engine = { open: () => Promise<Screen>; stop: () => Promise<void> }

export type EngineName = 'chromium' | 'firefox' | 'webkit'
