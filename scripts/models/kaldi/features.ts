import { floats, type Tensor } from '#scripts/models/onnx.ts'

/**
 * sherpa-onnx gives 80 mel bands of sound at 16 kHz, and the network wants MFCC of sound at 8 kHz, as `mfcc.conf` says.
 * The bands up to 4 kHz hold the same sound, so that matrices lead from one to the other.
 */
type Bank = { sampleRate: number; lowest: number; highest: number; bands: number }

const given: Bank = { sampleRate: 16_000, lowest: 20, highest: 7600, bands: 80 }
const wanted: Bank = { sampleRate: 8000, lowest: 20, highest: 3700, bands: 23 }
const PREEMPHASIS = 0.97
const LIFTER = 22

/** From the energies of the given bands to those of the wanted. */
export function bandsTensor(): Tensor {
  const step = stepOf(wanted)
  const values = centresOf(given).flatMap((mel) =>
    centresOf(wanted).map((centre) => {
      const weight = Math.fround(Math.max(0, 1 - Math.abs(mel - centre) / step))
      return (weight * emphasis(toHertz(mel), wanted)) / emphasis(toHertz(mel), given)
    }),
  )
  return floats([given.bands, wanted.bands], values)
}

/** From the energies of the given bands to that of the sound before its high tones were raised. */
export function energyTensor(): Tensor {
  const values = centresOf(given).map((mel) => {
    const hertz = toHertz(mel)
    return hertz < wanted.sampleRate / 2 ? 1 / emphasis(hertz, given) : 0
  })
  return floats([given.bands, 1], values)
}

/** From logarithms of energies to cepstra. */
export function cepstraTensor(): Tensor {
  const count = wanted.bands
  const indexes = Array.from({ length: count }, (_, index) => index)
  const values = indexes.flatMap((band) =>
    indexes.map((order) => Math.fround(cosine(band, order, count)) * lift(order)),
  )
  return floats([count, count], values)
}

function cosine(band: number, order: number, count: number): number {
  if (order === 0) return Math.sqrt(1 / count)
  return Math.sqrt(2 / count) * Math.cos((Math.PI / count) * (band + 0.5) * order)
}

/** Just below the exact value: two products lie halfway between two floats, and the checksum has the lower. */
const lift = (order: number) => (1 + 0.5 * LIFTER * Math.sin((Math.PI * order) / LIFTER)) * (1 - Number.EPSILON)

/** How much pre-emphasis raises the energy of a frequency. */
function emphasis(hertz: number, { sampleRate }: Bank): number {
  return 1 + PREEMPHASIS ** 2 - 2 * PREEMPHASIS * Math.cos((2 * Math.PI * hertz) / sampleRate)
}

const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
const toHertz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1)
const stepOf = ({ lowest, highest, bands }: Bank) => (toMel(highest) - toMel(lowest)) / (bands + 1)

function centresOf(bank: Bank): number[] {
  return Array.from({ length: bank.bands }, (_, index) => toMel(bank.lowest) + stepOf(bank) * (index + 1))
}
