;; The dot products of one query with many rows of codes. `kernel.ts` contains the compiled bytes; a test compares them.
(module
  (memory (import "arena" "memory") 1)

  ;; `query`: `stride` 16-bit integers. `codes`: `rows` rows of `stride` 8-bit integers each; `stride` is a multiple of
  ;; 16. Writes one 32-bit integer per row to `out`, and one more if `rows` is odd. Each 32-bit lane adds two products
  ;; of 8 × 8 bits at once, so nothing overflows below 65,536 dimensions.
  (func (export "scan")
    (param $query i32) (param $codes i32) (param $rows i32) (param $stride i32) (param $out i32)
    (local $second i32) (local $at i32) (local $end i32)
    (local $low v128) (local $high v128) (local $a v128) (local $b v128)
    (block $done
      (loop $pair
        (br_if $done (i32.le_s (local.get $rows) (i32.const 0)))
        ;; Two rows at a time, so that each part of the query is loaded once for both. The last of an odd number of rows
        ;; is paired with itself, since the memory may end after it.
        (local.set $second
          (i32.add (local.get $codes)
            (select (local.get $stride) (i32.const 0) (i32.gt_s (local.get $rows) (i32.const 1)))))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $query) (i32.shl (local.get $stride) (i32.const 1))))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (loop $part
          (local.set $low (v128.load (local.get $at)))
          (local.set $high (v128.load offset=16 (local.get $at)))
          (local.set $a
            (i32x4.add (local.get $a)
              (i32x4.add
                (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (local.get $low))
                (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (local.get $high)))))
          (local.set $b
            (i32x4.add (local.get $b)
              (i32x4.add
                (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $second)) (local.get $low))
                (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $second)) (local.get $high)))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $second (i32.add (local.get $second) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $part (i32.lt_u (local.get $at) (local.get $end))))
        (i32.store (local.get $out) (call $sum (local.get $a)))
        (i32.store offset=4 (local.get $out) (call $sum (local.get $b)))
        (local.set $codes (local.get $second))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $pair))))

  (func $sum (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
