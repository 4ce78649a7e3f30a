import { endianness } from 'node:os'

/**
 * A seccomp filter that refuses user namespaces, in which a program would have privileges again. bubblewrap's own
 * `--disable-userns` writes to /proc/sys, which container engines mount read-only.
 */
export function namespaceFilter(): Buffer {
  const calls = CALLS[process.arch as keyof typeof CALLS]
  if (!calls || endianness() !== 'LE') throw new Error(`The sandbox has no system call numbers for ${process.arch}`)
  return encode(program(calls))
}

type Calls = { audit: number; clone: number; unshare: number; setns: number }

/** System call numbers, and the kernel's number of the architecture they belong to. */
const CALLS = {
  x64: { audit: 0xc000003e, clone: 56, unshare: 272, setns: 308 },
  arm64: { audit: 0xc00000b7, clone: 220, unshare: 97, setns: 268 },
} as const satisfies Partial<Record<NodeJS.Architecture, Calls>>

/** The same on every architecture. Its flags lie in memory, which a filter cannot read. */
const CLONE3 = 435
/** Numbers of the x32 interface, a second way to every call on x64. */
const X32_CALLS = 0x4000_0000
const CLONE_NEWUSER = 0x1000_0000

// Offsets in `struct seccomp_data`.
const NUMBER = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16

const ALLOW = 0x7fff_0000
const KILL = 0x8000_0000
const errno = (code: number) => 0x0005_0000 | code
const EPERM = 1
/** Makes libc fall back to `clone`. */
const ENOSYS = 38

type Instruction = readonly [code: number, k: number, ifTrue?: number, ifFalse?: number]

const load = (offset: number): Instruction => [0x20, offset]
const answer = (value: number): Instruction => [0x06, value]
/** Skips so many instructions if the loaded value passes, and none if not. */
const ifEqual = (value: number, skip: number): Instruction => [0x15, value, skip, 0]
const ifAtLeast = (value: number, skip: number): Instruction => [0x35, value, skip, 0]
const ifHasBit = (bit: number, skip: number): Instruction => [0x45, bit, skip, 0]

function program({ audit, clone, unshare, setns }: Calls): Instruction[] {
  return [
    load(ARCHITECTURE),
    ifEqual(audit, 1),
    answer(KILL),
    load(NUMBER),
    ifAtLeast(X32_CALLS, 8),
    ifEqual(CLONE3, 8),
    ifEqual(setns, 6),
    ifEqual(unshare, 2),
    ifEqual(clone, 1),
    answer(ALLOW),
    load(FIRST_ARGUMENT),
    ifHasBit(CLONE_NEWUSER, 1),
    answer(ALLOW),
    answer(errno(EPERM)),
    answer(errno(ENOSYS)),
  ]
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [index, [code, k, ifTrue = 0, ifFalse = 0]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(k, index * 8 + 4)
  }
  return bytes
}
