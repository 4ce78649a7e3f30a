export { SecondFactors } from './second-factors.tsx'
export { useProof } from './use-proof.tsx'
