/** A slate: split along its layers, so that it lies in shallow terraces, rubbed pale at their edges. */
Spot table(vec2 p) {
  vec2 q = stir(rot(.35) * p, 1.3, .16, 905.);
  float layer = fbm(q * vec2(.8, 1.5), 906., 5) + .05 * noise(q * 9., 907.);
  float t = layer * 2.3, at = fract(t);
  float rise = smoothstep(.0, .16, at);
  float grain = fbm(p * vec2(60., 44.), 908., 3), cloud = fbm(p * 1.5, 900., 4);
  vec3 col = mix(vec3(.034, .038, .042), vec3(.064, .069, .074), clamp(.5 + .8 * cloud + .25 * grain, 0., 1.));
  col = mix(col, vec3(.055, .046, .040), .5 * smoothstep(.1, .6, fbm(p * 2.1, 909., 4)));
  float rub = exp(-pow((at - .13) / .06, 2.)) * smoothstep(-.1, .5, noise(p * 7., 910.));
  col = mix(col, vec3(.135, .142, .150), .28 * rub);
  float dust = smoothstep(.50, .75, noise(p * vec2(70., 52.), 911.));
  col = mix(col, vec3(.14), .22 * dust);
  float h = .011 * (floor(t) + rise) + .010 * cloud + .004 * fbm(p * 9., 912., 3) + .0016 * grain;
  return Spot(h, Mat(col, 0., .16, 0.));
}
