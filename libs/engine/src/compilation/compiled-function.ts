/**
 * A function of these parameters with this body. It is made once for each table, view or result, whose names are in the body as constants.
 * V8 then sees constant property names and knows the objects, as with code that was written by hand: a loop over the names takes three
 * times as long, and every validation loads a key, compares it and writes it as JSON. MikroORM compiles its hydrators for the same reason.
 *
 * This is the only place that makes code from text. What is in `body` comes from mappings, declarations and statements of the service, never
 * from input: a name from elsewhere would be code that anybody can write.
 */
export const compiledFunction = <F>(parameters: readonly string[], body: string): F => new Function(...parameters, body) as F;
