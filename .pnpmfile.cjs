/** The browser bundle of Scalar has everything inside; its 280 dependencies would never run. */
function readPackage(pkg) {
  return pkg.name === '@scalar/api-reference' ? { ...pkg, dependencies: {} } : pkg
}

module.exports = { hooks: { readPackage } }
