// How the plain reader gives up: what it does not know, the YAML library reads.
/** Thrown once a text turns out to hold something that is not plain; one object, since its stack says nothing. */
export const notPlain = new Error('not plain')
