// As a T-bone, thicker, with the tenderloin at its widest.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-1.12) * (p - vec2(.0, -.12)) * 1.16 - vec2(-.02, .02), 2.5, .03, 31.), 9., .012, 32.);
  float strip = clock(q - vec2(-.52, -.06), float[12](.62, .62, .56, .44, .48, .68, .86, .82, .66, .56, .54, .58));
  float fillet = clock(q - vec2(.48, .0), float[12](.62, .58, .50, .46, .46, .50, .52, .50, .48, .46, .50, .58));
  float stem = bend(q, vec2(-.04, .64), vec2(.04, .2), vec2(-.06, -.60)).x - .058 + .036 * smoothstep(-.1, -.6, q.y);
  float bar = bend(q, vec2(-.48, .58), vec2(-.02, .68), vec2(.56, .56)).x - .095 + .014 * noise(p * 6., 3.);
  float bone = smin(stem, bar, .18);
  float outline = smin(smin(strip - .075, fillet - .05, .34), bone - .012, .06);
  if (outline > 0.) return;
  strip = smax(strip, -(bone - .014), .03);
  fillet = smax(fillet, -(bone - .018), .03);
  Mat m = fat(p, 150.);
  PAINT(m, fray(p, strip, 5.), muscle(p, 151., .7, 1.5, .45, .5))
  PAINT(m, fray(p, fillet, 6.), muscle(p, 152., -.4, 1.1, .30, .6))
  PAINT(m, within(bone, .006), sawnBone(p, bone, .017, 153.))
  slice(s, p, outline, min(strip, fillet), .24, 0., m, 6.);
}
