import Foundation
import SecureStore
import XCTest

/// Databases that KeePassXC 2.7.4 wrote, with the passphrase `pw`: `Forge` of maria, whose password is `one`, and in the
/// group `Work` `Wiki` of eva,
/// whose password was `old` and is `two`.
enum KeePassFiles {
    /// 256 KiB twice, two lanes.
    static let argon2dWithAES = """
        A9mimmf7S7UBAAQAAhAAAAAxwfLmv3FDUL5YBSFq/Fr/AwQAAAABAAAABCAAAACFg1s2ORuLNkmZDAoGc+rtOC9Fo5hqgxk2ZLA2+PXY\
        eAcQAAAAb6kW57dbEtHXnW5fGnEB5QuLAAAAAAFCBQAAACRVVUlEEAAAAO9jbd+MKURLkfeppAPjCgwFAQAAAEkIAAAAAgAAAAAAAAAF\
        AQAAAE0IAAAAAAAEAAAAAAAEAQAAAFAEAAAAAgAAAEIBAAAAUyAAAADqAOlDfjwM4VuQURT5dN/ws5yi7o+vLNaLMdW3UCnwrQQBAAAA\
        VgQAAAATAAAAAAAEAAAADQoNCjT5wj68RL+V5zEbNf2kD3S+VZAEayNuTK4dIliaqTNMARm5N0dXEO1HQ61VCgRz05N7pd1kb9Q0z4J2\
        89pnvG/bJ6lzuEuF7uQrvKppASywdDtu4E4awVtqaOWvE7Qn2vAFAAD4uHQHXPJ8woYj2C0kYZJbGWHAXfQaV568M5Pa8/1OPKGZ7i5z\
        XXA1TVZ6eesrLBjNsijayBmekshRAFyyjs75t1b4jV4WvMTMw52Bca8IGoVND8vRtcO3Jlzr+RPvNXlaDkhkOo/0KNgY9CNWCEEKnlIR\
        DYnWsgnNndgCmbLgvHcvtLH9cA/H32b02j+swRa9zRsND8fItmr5rTS+JgWntPzxIUjPiHoy/OqWElOyuXaJKYmn190bGbENTQj5QfJ+\
        wEA4HqgVcC5KsVqF5W4NHHuubIdeDWKZltKo7Fhj5LOOaXIGrcrqRL5k/GPPDkjBQrjSKizgd5/JxOpvJWxj4a7AmnmLEILAkxdT5bmE\
        Q+bvhNjwg37ygflD6Y6G1YXBSF/8Bk6thZA39wPjQc2TLYcivxLEl69Sjm/kHCjf0u4COACTw2/8mS3icWu855XUYFl9PqpyXUL4zO+h\
        H4WYLwb/BlTIzBK4QofBMXUnjofaVld28rqe2OYHnOTayBaBULVT770P3AdtHZOK+2QO4FZFKWXT/eOJvNFupXM8hTQrhE4UxidOUITk\
        /8/Fj01Gwonx5pAeDtn9W9MP8+uSLSGouaoYpef9eRFpoM4QvodMPsb0oex54rtFCjXtqROu95ZhDupSzkOPuYKNk79uSVRMCC9IiOjm\
        TntINyhpgbhmk9JwkHg9D8TDjeLdZCiCi1TQpomhPKIBtICcok10PkOav6oChisGR3cWfwfI04ybLFoacxHa9pKkuu3RZNItx02hv8mo\
        Vt0y59Dl4SFcjp87Qtu4DNJ2N3G5gmJC0u0uAB3b/1tsYtgdG9angqRzYff21hPZLF7auR9tnFil+6ny2NlPez8T+BOKqhBEbI0yHO7J\
        BTv5Bg52c5qYPjZ2HRi4UDOeZBI61zg2TFZ1QejFEgh90YBvfB3AQ2jT4TCRdTGzg+32D8/3qSTyv5lxXCdBNhED8EHmRs89XGjJd44K\
        l1+lnv2MbX5GH52OWoEnkQERfHFjj5MkhF1LMRcPdj9Bdj/Z0PqkZJoK3fVNp5jbetVEpbkJN6kdwTVaWbtN48UnNkA6kYepMDk2DPzv\
        PQajs572r1mef7lVIkMo6FecUyOyYapSS5NhG2TocpIsd4N4KemK0r+n49xC7gkb874vUA5t60psYV7crqWtiO4zO67pv8pMCfc5VlDW\
        p4usRb0zt5il3UJWA+HYR1EdhnT56thTSmKkHeeaNbWmFBjg9XDKwNaY+zomtJarQN1JC/tQ+/Z4CNge76UUAmEKdEnAXWuDmTvBQ072\
        mTR5dX770zMFIOJuFxJNTamzXAELPC0x5xlo9VeMqjUOglZsmN7x0zfqE/Vom7+BzsgNKCF1kVow/LsjNtnxqUBLY5brTNzvZ3ugYYze\
        fLjcFP47kVTeruLoX4wXbA5pUZZgnWPQpBQ9uTXCv1HBMO07pJqmQKHlBONl7ZuMuxE9kqmPt2oO8jH9mb6ZqCxyCTtTZwF/uNfuO5yb\
        V73SuxiOvXbmEw6zotsFcDvHQbOw2bkuLSAKfXnnWxOexC/szV06Wl3RFw59QpkiM+KJOShMf7twDEXA7To9h29p1amUO+khh556zsBH\
        KH2U7nAOF36nWFsjY/yRBDXFTW8psu8Zqh/6Blm48ik1Xm3vA+mfuIqFhJ0iCZ5mu3NSwVJNyuMQ/ZHf9/bViF+QJivQwnuueh2GfpFt\
        /sLu1ELbCSZjXu3oiR8eesvE+uOjPLrCfTsfAPkyo17GH9r9RQBXeRpU3DpC1ft0Uhh1qnLomMmw/nKaL2F569o85WA9TfiWiX+q3pJu\
        cZiMRH9V2WcI2awNnJTlWhutmh7PkdeRIHQnEkl31vbvnKyB7D8at8eWdcZPB0t8aEelffPdVnw1/Un6f3EVTn0G+1zwLnQE4YGaPZPD\
        hPiOp82WOc4nzL8uXS7bKL4mnc+dY9NNzNiIaZCwupZdIBsctiptoQVkzwkwpPvvgda/0Lrlo2CTPzqvA4wTpQAS+Mc14NJj2RrwOTlZ\
        S8wbwB8QSwbJN58nNLvX/eDhd4bDk64oRVve9gU0Fed1AAAAAA==
        """
    static let argon2idWithChaCha20 = """
        A9mimmf7S7UBAAQAAhAAAADWA4ori29MtaUkM5ox27WaAwQAAAABAAAABCAAAABouvimvDn5WanRGG36VXJuqLdJEcLeo9pxKjQ00Joc\
        qwcMAAAANFkgx0dgeULAYQmMC4sAAAAAAUIFAAAAJFVVSUQQAAAAnimLGVbbR3OyPfw+xvCh5gUBAAAASQgAAAACAAAAAAAAAAUBAAAA\
        TQgAAAAAAAQAAAAAAAQBAAAAUAQAAAACAAAAQgEAAABTIAAAACqPKYek2TQAMAB++ZsAKA5ouM6xAVcNlkOqYp92d9kPBAEAAABWBAAA\
        ABMAAAAAAAQAAAANCg0KxLe3i+VR2RFFy+9SD++F+Uz9RBq+LSyxSQoxo5yehQ3HHwx8egtxCwwfm2o+5JEeuJmHKq5b3aV7RdghRiZb\
        OzBmjCXovOdRQbxfUA22aQKYPcFajfOigYWQ8dy0wrhl8wUAAITlDbRKh+497mTE0jpeibV9dEU7bnansN2/W1RaW+8v73Ljl52CwmPr\
        BPGB63/KMM4MjcnS/7IZLiPd20GAey72ubB53VdKcV2LMvfQkDOLVicrA6EGVXA2kIIpM8gwDp0uKhSsr4pDb8OFF8EBXB2Yzblm5pfK\
        KaYZsTQIBl0menRUvz5ZQFXa1xJ3G2gA7B3BGW6LUCpLlCOehB5SS0O8RwNSlxKxcoXG+Gf1O6ClYSOgJu4BlOUzzn9A2URjjagGiiVK\
        nhtMmmxHyr8jr9d/NB+BKnzhWKiFmE2mlpXBsvBG61YRkTBi6pR7E0CMewJOoN1d2/Xw8X2KPE9ythvnpuNRvW42g1dQtlLX7cgyhz81\
        wDsT7N1Ul2O3OfvF9v5P/VXgHT+1ENZrPD7XxjtmC/K7A3G3LVDUlMHouKsOCMgG9F1xWygAuS9NTxzVSFqj0aNdEO8e5aHvCy9FmeL5\
        i8ctYPmVjrK7wB6Yior04PfgMzinYVLH9KNuJ4CBjIEp2pPPXLxv7H5AY1p/SZDbgZIJPFu7PEJAeYnjLz01sdZGMXS3stkU2i2TnjNW\
        8OUXLVmCHMkRTnvnaCoMipJdjcKjZLR8opKKAaA3KsBHQT4Vc3JzRLCXIcKI1AMSPgbrDhr08fcshiO+zMXs/3KixwbUnyvTgcnG0RIP\
        bhKbO9gGZAeA9TSQ3Id0EzGoLQzENuggFfKZkxyriyCbkNgBBCWW3se8P4SMUday1j3u6JwWFx1yfaO86qpxvlFnRgq7FE5sbTJsDJcq\
        KGwA+AaHmoIDIjkMmgvMIWCgWOiXqekbo15sxz2+kvtSb1JlVrFxTqD39cOwF7TYlN76Je9fraSggPWwIJnKnlmLzMSTY4mR0Mx7v2il\
        LP2eoyJ7LQIDZAUcFhVkuh2Q1q3cLqmS4rVIcLGvmHZM6Gm0YDuY83jPIo5brhxTZkG30dXuYGimgL/5U00dA+JWv0IZWXN8JYIVOsl/\
        tYT7JGLrDD+dijI7Tyqptpy4rCSyRV7XZBRwL58e9BxMwzvd7M/JLnYbAe+zIa/sL1fFeyviVmiqyoRsJkiIgt2vOck6wdg2YBk4Lf8f\
        Ja9efbsbW7TIzPEZAE1lLKpDKWqjrwwsSIazJhZ8J9eG36lo5bOAwFgZ2dPuXWC3CbCed+vWpVhG8Ldb7/KL4iit/j7lph0lWzOXcRmF\
        4iLSPvJ7JfAqDMixNNJ8LsG5pWw6ja7lCESoLJlMsdnJWVgVry3AqsJlJRI55XuMdhazpYApVgb+Ni47yjDzPh3zzc6qRe+NJBM6v//W\
        fIXOeWsh57BD/ey7fHzvv2v8PZKjwzW0Ucry/+vbSIYevlxG2cRsK3Z1lGRMf04BGoc/9WK5UnuWh6Dyftuphwb8tJzlOMOKaPklM7cG\
        B6jg4ufbf/ln7EPQRDbgeC1DjVtYvJ/wJM3ZhRjLoP8RwlAeU93K7TyJMl0PEuvkINiYSXjq3HjxPMUa9tPGpOUVYg/jMf2g+lu50L9m\
        oQnpFOrSBOQeN2uONRkCuJXzG54BDwEpjb8QP1JO5H/pv91C0HmBvvjlIibk6Po+zNtxhMN/QsYaEttQ8292I/aImsw1PgYd9TGF+hIO\
        g/Xsl2sniVoHMOKjY5tzf7M2hkNjJSHZcP6NCFoqbRjrW7Kh/AOrSMq0ZznrN3Hqq7q0cl1GYNGzQDJw4Z4A3Rt/nnblbYrkIQjAbsMN\
        r0v2AK54QsUX9MxVmAX7Z2tgmZaGznyxKnhvBtHuACjh7XB3YsfR2Bbq4otrPvFi86xcDQphQoBHF4MqHhB8PrbCn9kl22THmmvX/kmu\
        PLZ5+NZLTi8o9fnEVQAFAlgL1nhkAdNM8jFKbZeDci0rs2LptiikQee6x+W5w4zIRYTVZ4sUSRP1pzHRZ7kvWD3hPJ0hmoqGLMkAoEgl\
        k4KmTKJoSWwRxkbaoZNpZabbU3Ssc27zMPgocqJ4dnz7PAccfPZKnzQvADDAs/u3zChhtgkEzwCdepOp39da1eJdfeyt+HwESZrGxKwa\
        a9hprVjtA7Yd5Zol19XtFTC6GQZuu59y2i2iNxlUNVUAAAAA
        """

    static func bytes(_ text: String) throws -> SecretBytes {
        try SecretBytes(copying: XCTUnwrap(Data(base64Encoded: text)))
    }
}
