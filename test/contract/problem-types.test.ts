import { expect, it } from 'vitest';
import { problemTypes } from '../../build/contract/problem-types.ts';

it('each problem has the status that its name says (RFC 9110 §15, RFC 6585)', () => {
  expect(Object.fromEntries(Object.entries(problemTypes).map(([name, { status }]) => [name, status]))).toEqual({
    invalidRequest: 400,
    notFound: 404,
    methodNotAllowed: 405,
    notAcceptable: 406,
    requestTimeout: 408,
    preconditionFailed: 412,
    contentTooLarge: 413,
    uriTooLong: 414,
    rangeNotSatisfiable: 416,
    expectationFailed: 417,
    misdirectedRequest: 421,
    rateLimitExceeded: 429,
    headersTooLarge: 431,
    internalError: 500,
    notImplemented: 501,
    badGateway: 502,
    unavailable: 503,
    gatewayTimeout: 504,
    versionNotSupported: 505,
  });
});
