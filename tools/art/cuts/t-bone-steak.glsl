// The bone's T between a large striploin and a small round of tenderloin.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-.30) * p - vec2(.04, -.02), 2.5, .03, 11.), 9., .012, 12.);
  float strip = clock(q - vec2(-.42, -.04), float[12](.62, .64, .60, .47, .48, .64, .70, .68, .60, .56, .56, .59));
  float fillet = clock(q - vec2(.47, .10), float[12](.42, .44, .44, .42, .42, .46, .48, .44, .40, .40, .40, .40));
  float stem = bend(q, vec2(.06, .62), vec2(.12, .2), vec2(-.02, -.52)).x - .058 + .034 * smoothstep(-.1, -.55, q.y);
  float bar = bend(q, vec2(-.44, .64), vec2(.06, .66), vec2(.62, .54)).x - .088 + .014 * noise(p * 6., 3.);
  float bone = smin(stem, bar, .14);
  float outline = smin(smin(strip - .07, fillet - .05, .34), bone - .012, .06);
  if (outline > 0.) return;
  strip = smax(strip, -(bone - .014), .03);
  fillet = smax(fillet, -(bone - .018), .03);
  Mat m = fat(p, 50.);
  PAINT(m, fray(p, strip, 5.), muscle(p, 51., .9, 1.5, .48, .55))
  PAINT(m, fray(p, fillet, 6.), muscle(p, 52., -.4, 1.1, .26, .45))
  PAINT(m, within(bone, .006), sawnBone(p, bone, .017, 53.))
  slice(s, p, outline, min(strip, fillet), .17, 0., m, 5.);
}
