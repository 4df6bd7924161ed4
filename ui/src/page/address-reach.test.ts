import { describe, expect, it } from 'vitest';
import { reachOf } from './address-reach';

describe('reachOf', () => {
  it.each([
    ['http://localhost:8080/d/x', 'machine'],
    ['http://127.0.0.1:8080/d/x', 'machine'],
    ['http://127.1.2.3/', 'machine'],
    ['http://[::1]:8080/', 'machine'],
    ['http://drive.localhost/', 'machine'],
    ['http://192.168.1.20:8080/', 'network'],
    ['http://10.0.0.7/', 'network'],
    ['http://172.16.0.1/', 'network'],
    ['http://172.31.255.1/', 'network'],
    ['http://169.254.10.1/', 'network'],
    ['http://100.64.0.1/', 'network'],
    ['http://[fd12:3456::1]/', 'network'],
    ['http://[fe80::1]/', 'network'],
    ['https://anbar.local/', 'network'],
    ['https://drive.lan/', 'network'],
    ['https://anbar/', 'network'],
    ['https://drive.example.org/', 'anyone'],
    ['https://انبار.ایران/', 'anyone'],
    ['http://172.32.0.1/', 'anyone'],
    ['http://11.0.0.1/', 'anyone'],
    ['http://100.128.0.1/', 'anyone'],
    ['http://8.8.8.8:8080/', 'anyone'],
    ['https://10.example.org/', 'anyone'],
    ['https://localhost.example.org/', 'anyone'],
    ['http://[2001:db8::1]/', 'anyone'],
  ])('%s: %s', (url, reach) => expect(reachOf(url)).toBe(reach));
});
